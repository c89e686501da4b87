/** What every page needs: words in the chosen language, the look, the games there are, and whether this page is outdated. */
import { api } from "./api.ts";
import { keep, kept, type Theme } from "./kept.svelte.ts";
import { type Language, Words, loadWords } from "./words.ts";
import type { GameInfo } from "./wire.ts";

class App {
  words: Words = $state.raw(undefined as unknown as Words);
  games: GameInfo[] = $state.raw([]);
  outdated = $state(false);
  ready = $state(false);

  /** Before anything is shown. */
  async begin(): Promise<void> {
    look(kept.theme);
    await this.speak(kept.lang);
    this.ready = true;
    void this.findGames();
  }

  async speak(lang: Language): Promise<void> {
    this.words = await loadWords(lang);
    document.documentElement.lang = lang;
    keep({ lang });
  }

  async findGames(): Promise<void> {
    try {
      this.games = await api.games();
    } catch {
      setTimeout(() => void this.findGames(), 2000);
    }
  }

  /** The server may have been updated while we were away: its page then names another script than the one that runs here. */
  async compare(): Promise<void> {
    const page = await fetch("/", { cache: "no-store" }).then(
      (answer) => (answer.ok ? answer.text() : ""),
      () => "",
    );
    const here = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute("src");
    if (page && here?.startsWith("/assets/") && !page.includes(here)) this.outdated = true;
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

// a lazily loaded part that is gone means the same
addEventListener("vite:preloadError", (event) => {
  event.preventDefault();
  app.outdated = true;
});
