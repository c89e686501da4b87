/** What every page needs: texts in the chosen language, the theme, and the list of games. */
import type { GameInfo } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { keep, kept, type Theme } from "./kept.svelte.ts";
import { type Language, type Words, speak } from "./words.ts";

class App {
  words: Words = $state.raw(undefined as unknown as Words);
  games: GameInfo[] = $state.raw([]);
  ready = $state(false);
  /** Whether the list of games cannot be loaded for now. */
  lost = $state(false);
  private silence = (): void => {};

  /** Call before showing anything. */
  begin(): void {
    look(kept.theme);
    enlarge(kept.letters);
    this.speak(kept.lang);
    void this.findGames();
  }

  speak(lang: Language): void {
    this.silence();
    this.silence = speak(lang, "", (words) => {
      this.words = words;
      this.ready = true;
      document.documentElement.lang = lang;
      keep({ lang });
    });
  }

  async findGames(): Promise<void> {
    try {
      this.games = await api.games();
      this.lost = false;
    } catch {
      this.lost = true;
      setTimeout(() => void this.findGames(), 2000);
    }
  }

  name(game: string): string {
    return this.games.find((one) => one.id === game)?.names[this.words.lang] ?? game;
  }
}

export const app = new App();

export function look(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  keep({ theme });
}

/** Sets the size of letters, in percent of what the browser says. */
export function enlarge(letters: number): void {
  document.documentElement.style.setProperty("--letters", String(letters / 100));
  keep({ letters });
}
