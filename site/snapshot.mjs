/**
 * Writes the memory of Python when it has started and imported what Tablée needs of the standard library: `node snapshot.mjs FILE`.
 * Browsers restore it five times as fast as Python starts. It is compressed, because few hosts compress files they do not know.
 */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

// no packages: libraries in them cannot be restored
const MODULES = `asyncio, concurrent.futures.thread, contextlib, dataclasses, datetime, enum, fractions, functools, gzip, hashlib, hmac,
  importlib.metadata, ipaddress, itertools, json, logging, multiprocessing.connection, pickle, pkgutil, queue, random, re, secrets, sqlite3,
  statistics, string, tomllib, typing, urllib.parse, uuid, zipfile`;

const python = await loadPyodide({ _makeSnapshot: true });
python.runPython(`import ${MODULES.replaceAll("\n", " ")}`);
writeFileSync(process.argv[2], gzipSync(python.makeMemorySnapshot(), { level: 9 }));
