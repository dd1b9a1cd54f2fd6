import type { CallToolResult, ElicitInputParams, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { classifyCommand } from "./classify-command.ts";
import { progressReporter } from "./progress.ts";
import { runProgram } from "./run-program.ts";
import type { ProgramLimits, ProgramResult } from "./run-program.ts";
import { done, notDone } from "./tool-result.ts";
import type { Workspace } from "./workspace.ts";

const name = "run_command";

/**
 * Runs plain commands silently and asks a person about all others (S4.11 to S4.15, S4.20). An answer belongs to the
 * exact text of the command that was shown. What a confirmed program does is up to the program: it is not sandboxed,
 * only started without a shell, in the folder, and not with paths outside it.
 */
export function registerRunCommand(server: McpServer, workspace: Workspace): void {
  const { folder, environment, limits, questions, canAsk } = workspace;
  server.registerTool(
    name,
    {
      title: "Run a command",
      description,
      inputSchema: z.object({
        command: z
          .string()
          .min(1)
          .max(2000)
          .describe("One command line: a program and its arguments, e.g. touch newfile.md"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    async ({ command }, ctx) => {
      const call = { tool: name, arguments: { command } };
      // Before anything else: a person's no counts even if the command has become harmless meanwhile.
      const answer = questions.take(ctx, call);
      if (answer !== null && !(answer.action === "accept" && answer.content.confirm === true)) {
        return notDone("rejected", "Command was rejected by the user.");
      }
      const classified = await classifyCommand(folder, command);
      if (answer === null && classified.kind !== "silent") {
        if (canAsk(ctx)) return questions.ask(ctx, call, confirmationOf(command));
        return notDone("rejected", "Elicitation is not available in this context. Cannot confirm dangerous command.");
      }
      if (classified.kind === "never-runs") return notDone("failed", neverRuns(command, classified.reason));
      const result = await runWithProgress(ctx, command, () =>
        runProgram({ folder, environment, limits, signal: ctx.mcpReq.signal }, classified.argv),
      );
      return describe(command, result, limits);
    },
  );
}

const description = `Runs one program in the workspace folder and returns its output.
There is no shell: pipes, redirections, ;, &&, variables, backquotes, wildcards and ~ are never interpreted, and a command that contains them is not run. Quote arguments that contain spaces. Send one command per call.
ls, cat, head, wc, pwd, date, echo, touch and mkdir with plain options and paths inside the folder run at once. For everything else (rm and mv, for example) this tool itself asks the person to confirm: do not ask in the chat beforehand. If the person rejects a command, stop and do not look for another way to do the same.`;

function confirmationOf(command: string): ElicitInputParams {
  const caption = `Confirm running '${command}'?`;
  return {
    mode: "form",
    message: `Are you sure you want to run the dangerous command: '${command}'?`,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: caption, description: caption } },
      required: ["confirm"],
    },
  };
}

function neverRuns(command: string, reason: string): string {
  return (
    `'${command}' was confirmed but not run: ${reason}. This tool starts programs without a shell and only for the ` +
    "workspace folder. Send single plain commands instead."
  );
}

async function runWithProgress<Result>(
  ctx: ServerContext,
  command: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const report = progressReporter(ctx);
  const startedAt = Date.now();
  report(`Running '${command}'`);
  const ticker = setInterval(
    () => report(`Running '${command}' for ${Math.round((Date.now() - startedAt) / 1000)} s`),
    1000,
  );
  try {
    return await run();
  } finally {
    clearInterval(ticker);
  }
}

function describe(command: string, result: ProgramResult, limits: ProgramLimits): CallToolResult {
  if (result.kind === "not-started") return notDone("failed", `'${command}' was not run: ${result.reason}.`);
  const ending = result.kind === "ended" ? endingOf(result) : stopOf(result, limits);
  const printed = [result.stdout, result.stderr].filter((output) => output !== "").join("\n");
  const text = `'${command}' ${ending}${printed === "" ? " and printed nothing." : `:\n${printed}`}`;
  return result.kind === "ended" && result.exitCode === 0
    ? done(text, { exitCode: 0 })
    : notDone("failed", text, result.kind === "ended" ? { exitCode: result.exitCode } : { stoppedBy: result.by });
}

function endingOf(result: ProgramResult & { kind: "ended" }): string {
  return result.exitCode === null ? `was ended by ${result.signal}` : `ended with exit code ${result.exitCode}`;
}

function stopOf(result: ProgramResult & { kind: "stopped" }, limits: ProgramLimits): string {
  const why = {
    "time-limit": `after ${limits.timeMs / 1000} seconds`,
    "output-limit": `because it printed more than ${limits.outputBytes} bytes`,
    caller: "because the call was cancelled",
  }[result.by];
  return result.stillRunning ? `could not be stopped ${why} and may still be running` : `was stopped ${why}`;
}
