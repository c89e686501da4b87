import { expect, test } from "vitest";
import { recordDigest } from "../src/pages/replay/digest.ts";

const RECORD = [
  '{"tablee":1,"game":"toy","rules":"1.0","parts":"p","options":{"cards":3},"seats":[["Ada","Bo"],"Cy","bot:greedy"],"commit":"c0","nonces":["n0","",""]}',
  '["*","9-7-3",0]',
  '{"note":"too-late","ms":5,"seat":1,"text":"é"}',
  '[0,"c3",2150]',
  '{"scores":[1,2],"places":[2,1],"reveal":"seed"}',
];

test("the digest is that of the server", () => {
  const digest = "a4a9ae2e44c574a9233f26bfbf62dff42934da8339c375b9ca44b75c98a76179"; // also in tests/test_chain.py
  expect(recordDigest(`${RECORD.join("\n")}\n`)).toBe(digest);
  expect(recordDigest(RECORD.join("\n").replace("Cy", "Dé"))).toBe(digest); // names do not count
  for (const [from, to] of [
    ["c3", "c4"],
    ["2150", "2151"],
    ["bot:greedy", "bot:expert"],
    ['"cards":3', '"cards":4'],
    ["[1,2]", "[2,2]"],
  ])
    expect(recordDigest(RECORD.join("\n").replace(from!, to!))).not.toBe(digest);
});
