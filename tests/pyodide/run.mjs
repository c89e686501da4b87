// Runs Python code in Pyodide: node run.mjs CODE ARCHIVE…
// Zip files are unpacked into the working folder, which is on Python's path, and wheels into site-packages.
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { loadPyodide } from "../../site/node_modules/pyodide/pyodide.mjs";

const [code, ...archives] = process.argv.slice(2);
try {
  const pyodide = await loadPyodide();
  for (const archive of archives) {
    pyodide.unpackArchive(new Uint8Array(await readFile(archive)), extname(archive));
  }
  pyodide.runPython(code);
} catch (error) {
  console.error(error.message); // uncaught, Node would print the line it comes from: Pyodide is one line of a megabyte
  process.exitCode = 1;
}
