/** One table as the pages see it: what is shown, the latest tap, score sheets, and the latest news. */
import type { Reaction, Sentence, SheetRow } from "$lib/generated/wire.ts";
import type { Held } from "$lib/net/api.ts";
import { Connection, type ConnectionState, type Environment, type Shown } from "$lib/net/protocol.ts";
import type { Refused } from "$lib/net/refused.ts";
import { isLocal } from "$lib/net/transport.ts";
import { DisplayQueue } from "./display.ts";
import { ranked, standing } from "./series.ts";
import { type Sheet, sheetOf } from "./sheet.ts";
import { type Sign, Signs } from "./signs.svelte.ts";

const GLANCE = 60; // ms
const LEADERS = 6;

/** Whether the match, or a game of a series, is over. */
const isOver = (shown: Shown | null): boolean => Boolean(shown?.result ?? shown?.series?.waiting);

export class TableStore {
  state: ConnectionState = $state.raw({ at: "connecting" });
  shown: Shown | null = $state.raw(null);
  /** The same without waiting for the end of a scene. */
  latest: Shown | null = $state.raw(null);
  private wanted: number | null = $state(null); // the seat whose sheet the player has selected, if any
  private asked: { seat: number; rows: SheetRow[] | null } | null = $state.raw(null); // its sheet, if the server sends it only on request
  private readonly ownRows = $derived(this.rowsOf(this.shown?.you ?? null)); // the same object until it changes
  private readonly lookedAtRows = $derived(this.rowsOf(this.sheetSeat));
  /** Your own seat's sheet; null for spectators, and if it is hidden. */
  readonly sheet: Sheet | null = $derived(this.ownRows ? sheetOf(this.ownRows) : null);
  /** The sheet of `sheetSeat`; null if it is hidden, undefined until it has arrived. */
  readonly lookedAt: Sheet | null | undefined = $derived(this.lookedAtRows && sheetOf(this.lookedAtRows));
  /** Your own sheet, as it would be after the action that is being weighed. */
  weighed: Sheet | null = $state.raw(null);
  /** In a big room, once a game is over: the sheets of the best, which are sent only on request. */
  leaders: Shown["sheets"] = $state.raw({});
  /** The latest news, and a counter that changes even when the same thing happens twice. */
  events: readonly Sentence[] = $state.raw([]);
  /** All events since somebody has taken them away. */
  readonly fresh: Sentence[] = [];
  beat = $state(0);
  /** How many of these events, from the first on, were told in a scene. */
  told = $state(0);
  /** The news that is being told step by step, while the table stays as it was before; null most of the time. */
  scene: readonly Sentence[] | null = $state.raw(null);
  /** The tap that is not answered yet. */
  pending: string | null = $state(null);
  refusal: Refused | null = $state.raw(null);
  readonly signs = new Signs();

  private early: Reaction[] = []; // shown once the scene has been told: they could give it away
  private weighing: string | null = null;
  private weighings = 0;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private presses = 0;
  private readonly queue = new DisplayQueue<Shown>({
    isScene: ({ shown, events }) => this.shown !== null && this.isScene(shown.info.game, events),
    show: (shown, events, told) => this.show(shown, events, told),
    stage: (scene) => {
      this.scene = scene;
      if (scene) this.refusal = null; // the scene says why: "Too late", for one
    },
  });
  private readonly connection: Connection;

  private readonly local: boolean; // then it needs no network

  /** `isScene` says which news of a game is a scene. */
  constructor(
    match: string,
    held: Held | null,
    private readonly isScene: (game: string, events: readonly Sentence[]) => boolean,
    environment?: Environment,
  ) {
    this.local = isLocal(match);
    const listener = {
      state: (state: ConnectionState) => {
        this.state = state;
      },
      shown: (shown: Shown, events: Sentence[]) => {
        this.latest = shown;
        this.queue.push({ shown, events });
      },
      reaction: (reaction: Reaction) => (this.scene ? void this.early.push(reaction) : this.signs.show(reaction)),
    };
    this.connection = new Connection(match, held?.token ?? "", held?.nonce ?? "", listener, environment);
  }

  /** Opens the connection; returns a function that closes it. */
  open(): () => void {
    const wake = (): void => {
      if (document.visibilityState === "visible" && (this.local || navigator.onLine)) this.connection.wake();
    };
    const offline = (): void => {
      if (!this.local) this.connection.goOffline();
    };
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    addEventListener("offline", offline);
    addEventListener("pageshow", wake);
    this.connection.open();
    return () => {
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      removeEventListener("offline", offline);
      removeEventListener("pageshow", wake);
      this.connection.close();
    };
  }

  /** The scene has been told, or skipped. */
  endScene(): void {
    this.queue.end();
    if (!this.scene) for (const reaction of this.early.splice(0)) this.signs.show(reaction);
  }

  react(sign: Sign): void {
    this.connection.react(sign);
  }

  act(text: string, whenever = false): void {
    if (this.scene) return;
    if (text === this.pending && !whenever) return; // a double tap
    const press = ++this.presses;
    this.pending = text;
    this.refusal = null;
    this.connection.act(text, whenever, (refusal) => {
      if (press !== this.presses) return; // there was another tap since
      this.pending = null;
      if (refusal?.code !== "stale" && !this.scene && !isOver(this.latest)) this.refusal = refusal;
    });
  }

  /** Asks what an action would be worth, unless the pointer moves on quickly. */
  weigh(text: string | null): void {
    if (text === this.weighing) return;
    this.weighing = text;
    this.weighed = null;
    clearTimeout(this.soon);
    const number = ++this.weighings;
    if (text === null) return;
    this.soon = setTimeout(() => {
      this.connection.askSheet({ after: text }, (rows) => {
        if (number === this.weighings) this.weighed = rows && sheetOf(rows);
      });
    }, GLANCE);
  }

  /** Seats whose sheet can be shown. In a big room that is any seat, but each sheet has to be requested. */
  get sheetSeats(): number[] {
    if (!this.shown) return [];
    const { sheets, info, to_act } = this.shown;
    return to_act === null ? [...info.seats.keys()] : Object.keys(sheets).map(Number);
  }

  /** The seat whose sheet is shown: your own, unless you selected another. */
  get sheetSeat(): number | null {
    const seats = this.sheetSeats;
    return [this.wanted, this.shown?.you].find((seat) => seats.includes(seat ?? -1)) ?? seats[0] ?? null;
  }

  /** Shows the sheet of this seat. */
  lookAt(seat: number): void {
    this.wanted = seat;
    this.askWanted();
  }

  retry(): void {
    this.connection.wake();
  }

  private show(shown: Shown, events: readonly Sentence[], told: number): void {
    const before = this.shown;
    this.shown = shown;
    if (isOver(shown) && !isOver(before)) this.end(shown);
    if (events.length) {
      this.events = events;
      this.fresh.push(...events);
      this.told = told;
      this.beat += 1;
    }
    const sameTable = shown.public === before?.public && shown.sheets === before.sheets;
    if (sameTable && shown.mine?.turn === before.mine?.turn) return; // changing a choice does not change what an action is worth
    this.weigh(null);
    this.askWanted();
  }

  private end(shown: Shown): void {
    this.refusal = null; // "Too late" helps nobody any more
    this.leaders = {};
    if (shown.to_act !== null) return; // all sheets are there
    const best = ranked(shown.result ?? standing(shown.series?.scores.at(-1) ?? [])).filter((seat) => seat !== shown.you);
    for (const seat of best.slice(0, LEADERS))
      this.connection.askSheet({ seat }, (rows) => {
        if (rows) this.leaders = { ...this.leaders, [seat]: rows };
      });
  }

  private rowsOf(seat: number | null): readonly SheetRow[] | null | undefined {
    if (seat === null) return null;
    const missing = this.asked?.seat === seat ? this.asked.rows : seat === this.wanted ? undefined : null;
    return this.shown?.sheets[seat] ?? missing;
  }

  private askWanted(): void {
    const seat = this.wanted;
    if (seat === null || !this.shown || this.shown.sheets[seat] || !this.sheetSeats.includes(seat)) return;
    this.connection.askSheet({ seat }, (rows) => {
      if (seat === this.wanted) this.asked = { seat, rows };
    });
  }
}
