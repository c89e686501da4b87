/** One table as the pages see it: what is shown, what was just tapped, the sheet, and the latest news. */
import type { Held } from "./api.ts";
import { Connection, type Line, Refused, type Shown } from "./protocol.ts";
import type { Said, SheetOut } from "./wire.ts";

const GLANCE = 60; // ms

export class TableStore {
  line: Line = $state.raw({ at: "connecting" });
  shown: Shown | null = $state.raw(null);
  sheet: SheetOut | null = $state.raw(null);
  /** The sheet as it would be after the action that is being weighed. */
  weighed: SheetOut | null = $state.raw(null);
  /** The last news, and how often there was some: it changes even when the same thing happens twice. */
  events: Said[] = $state.raw([]);
  beat = $state(0);
  /** Tapped, and not yet acknowledged. */
  pending: string | null = $state(null);
  refusal: Refused | null = $state.raw(null);
  /** When `shown.timer` was told, by performance.now(). */
  timerAt = 0;

  private weighing: string | null = null;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private acknowledged: string | null = null;
  private presses = 0;
  private readonly connection: Connection;

  constructor(match: string, held: Held | null) {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
    this.connection = new Connection(url, match, held?.token ?? "", held?.nonce ?? "", {
      line: (line) => {
        this.line = line;
      },
      shown: (shown, events) => this.show(shown, events),
      sheet: (sheet) => {
        if (!sheet?.after) this.sheet = sheet;
        else if (sheet.after === this.weighing) this.weighed = sheet;
      },
    });
  }

  /** Opens the line; gives what ends it. */
  open(): () => void {
    const wake = (): void => {
      if (document.visibilityState === "visible" && navigator.onLine) this.connection.wake();
    };
    const sleep = (): void => this.connection.sleep();
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    addEventListener("offline", sleep);
    addEventListener("pageshow", wake);
    this.connection.open();
    return () => {
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      removeEventListener("offline", sleep);
      removeEventListener("pageshow", wake);
      this.connection.close();
    };
  }

  act(text: string, whenever = false): void {
    if (text === this.pending && !whenever) return; // two taps
    const press = ++this.presses;
    this.pending = text;
    this.refusal = null;
    this.connection.act(text, whenever).then(
      () => this.settled(text),
      (why: unknown) => {
        this.settled(text, true);
        if (why instanceof Refused && why.code !== "stale" && press === this.presses) this.refusal = why; // of what was pressed last
      },
    );
  }

  /** Asks what an action would be worth; a pointer that moves on quickly asks nothing. */
  weigh(text: string | null): void {
    if (text === this.weighing) return;
    this.weighing = text;
    this.weighed = null;
    clearTimeout(this.soon);
    if (text !== null) this.soon = setTimeout(() => this.connection.askSheet(text), GLANCE);
  }

  retry(): void {
    this.connection.wake();
  }

  /** The mark stays until the news that follows an acknowledgement has come, so that it does not flicker. */
  private settled(text: string, refused = false): void {
    if (this.pending !== text) return;
    if (refused) this.pending = null;
    else this.acknowledged = text;
  }

  private show(shown: Shown, events: Said[]): void {
    const before = this.shown;
    if (shown.timer !== before?.timer || shown.mine?.turn !== before?.mine?.turn) this.timerAt = performance.now();
    this.shown = shown;
    if (this.acknowledged !== null && this.acknowledged === this.pending) this.pending = null;
    this.acknowledged = null;
    if (events.length) {
      this.events = events;
      this.beat += 1;
    }
    const changed = shown.mine !== before?.mine || shown.public !== before?.public || shown.over !== before?.over;
    if (shown.mine && changed) {
      this.weigh(null);
      this.connection.askSheet();
    }
  }
}
