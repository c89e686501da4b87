/** Shows a call on other screens. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ShownCall } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { Refused } from "$lib/net/refused.ts";

/** The id in the link, which anybody may have; only whoever has the secret can change what is shown there. */
export const callId = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret))).slice(0, 20);

/** Sends the latest call, and again until the server has it. Never two at a time: the later one could arrive first. */
export class Sharing {
  refusal: Refused | null = $state.raw(null);
  private latest: [string, ShownCall] | null = null;
  private busy = false;

  show(secret: string, call: ShownCall): void {
    this.latest = [secret, call];
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (this.latest) {
      const sent = this.latest;
      try {
        await api.showCall(callId(sent[0]), ...sent);
        this.refusal = null;
        if (this.latest === sent) this.latest = null;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.refusal = error;
        await new Promise((then) => setTimeout(then, 3000));
      }
    }
    this.busy = false;
  }

  /** Nothing more is sent. */
  end(): void {
    this.latest = null;
  }
}
