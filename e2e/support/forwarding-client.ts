/**
 * What the MCP conformance suite starts for each scenario: it passes the scenario on to the test, which plays it.
 *   forwarding-client.ts <address of the test> <address of the scenario's server>
 */
const [at = "", url = ""] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT = "{}" } = process.env;
const scenario = { name: MCP_CONFORMANCE_SCENARIO, url, context: JSON.parse(MCP_CONFORMANCE_CONTEXT) };
const answer = await fetch(at, { method: "POST", body: JSON.stringify(scenario) });
if (!answer.ok) throw new Error(await answer.text());

export {};
