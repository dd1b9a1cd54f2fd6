import { randomUUID } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { bookingForm, readBooking, readKnown } from "./booking-form.ts";
import type { Booking } from "./booking-form.ts";
import { appendEntry } from "./journal.ts";
import { progressReporter } from "./progress.ts";
import { done, notDone } from "./tool-result.ts";
import type { Workspace } from "./workspace.ts";

const name = "book_table";

/** Books a table with what a person fills in; nothing is booked without their form (S4.1 to S4.4). */
export function registerBookTable(server: McpServer, { folder, questions, canAsk }: Workspace): void {
  server.registerTool(
    name,
    {
      title: "Book a table",
      description:
        "Books a table at the restaurant. Pass the details you know from the conversation and leave out the others: this tool itself asks the person for what is missing with a form, so do not ask in the chat and never invent a name or an address. If the person dismisses the form, no table is booked.",
      inputSchema: z.object({
        party_size: z.int().min(1).max(12).optional().describe("Number of guests"),
        date: z.string().optional().describe("Day of the visit as YYYY-MM-DD"),
        time: z.string().optional().describe("18:00, 19:00, 20:00 or 21:00"),
        guest_name: z.string().optional().describe("Name for the booking"),
        email: z.string().optional().describe("Email address for the confirmation"),
        notes: z.string().optional().describe("Wishes for the restaurant"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async (details, ctx) => {
      const call = { tool: name, arguments: details };
      const answer = questions.take(ctx, call);
      if (answer !== null && answer.action !== "accept") {
        const did = answer.action === "decline" ? "declined" : "dismissed the form";
        return notDone("rejected", `The person ${did}. No table was booked.`);
      }
      const known = readKnown(details);
      if (known.problems !== null) {
        return notDone("failed", `No table was booked. ${inWords(known.problems)}`);
      }
      const booking = answer === null ? null : readBooking(known.value, answer.content);
      if (booking?.value) return book(folder, booking.value, progressReporter(ctx));
      if (!canAsk(ctx)) {
        return notDone("rejected", "Elicitation is not available in this context. No table was booked.");
      }
      const asked = "Please complete the booking.";
      return questions.ask(ctx, call, {
        mode: "form",
        message: booking === null ? asked : `${inWords(booking.problems)} ${asked}`,
        requestedSchema: bookingForm(known.value),
      });
    },
  );
}

async function book(folder: string, booking: Booking, report: (message: string) => void) {
  report("Asking the restaurant");
  const entry = { booking_id: randomUUID(), ...booking, at: new Date().toISOString() };
  await appendEntry(folder, "bookings.jsonl", entry);
  report("Booked");
  const { guest_name, party_size, date, time } = booking;
  return done(`Booked a table for ${party_size} on ${date} at ${time} for ${guest_name}.`, entry);
}

function inWords(problems: string[]): string {
  return `Please correct: ${problems.join("; ")}.`;
}
