import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// For `node --import`: at SIGUSR2 the process collects its garbage and writes what is left to standard error.
setFlagsFromString("--expose-gc");
// What V8 puts into a new context when the flag is set.
const collect = runInNewContext("gc") as () => void;

process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  process.stderr.write(`memory ${JSON.stringify({ rss, heapUsed })}\n`);
});
