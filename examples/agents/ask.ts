type Asked = { agent: string; tool: string; arguments: unknown; summary?: string };
type Answer = { decision: "allow" | "deny"; reason: string };

/** Asks Countersign whether a tool may run. Whatever fails is a no. */
export async function ask(asked: Asked, { url, key }: { url: string; key: string }): Promise<Answer> {
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: "error" });
    return response.status === 200
      ? ((await response.json()) as { id: string; decision: string; reason: string })
      : null;
  };
  try {
    let answer = await send("/api/asks", { method: "POST", body: JSON.stringify(asked, readable) });
    while (answer?.decision === "wait") answer = await send(`/api/asks/${encodeURIComponent(answer.id)}`);
    if (answer?.decision === "allow") return { decision: "allow", reason: answer.reason };
    return { decision: "deny", reason: answer?.reason ?? "Countersign could not be asked." };
  } catch {
    return { decision: "deny", reason: "Countersign could not be asked." };
  }
}

/** A number that JSON cannot hold would be shown as nothing. */
function readable(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("A number is too large to be shown.");
  return value;
}
