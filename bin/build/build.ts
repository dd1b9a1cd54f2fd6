import path from "node:path";
import { build } from "./build-app.ts";

const root = path.resolve(import.meta.dirname, "../..");
if (!(await build(root))) process.exitCode = 1;
