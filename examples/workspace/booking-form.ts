import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { z } from "zod";

const bookingSchema = z.object({
  guest_name: z.string().trim().min(2).max(60),
  email: z.email(),
  party_size: z.int().min(1).max(12),
  date: z.iso.date(),
  time: z.enum(["18:00", "19:00", "20:00", "21:00"]),
  seating: z.enum(["window", "terrace", "bar"]).optional(),
  courses: z
    .array(z.enum(["starter", "main", "dessert"]))
    .min(1)
    .max(3)
    .optional(),
  diets: z
    .array(z.enum(["vegetarian", "vegan", "gluten-free", "nut-free"]))
    .max(3)
    .optional(),
  high_chairs: z.int().min(0).max(4).optional(),
  budget: z.number().min(10).max(500).optional(),
  quiet: z.boolean().optional(),
  other_date: z.iso.date().optional(),
  remind_at: z.iso.datetime({ offset: true, local: true }).optional(),
  invitation: z.url().optional(),
  notes: z.string().trim().max(200).optional(),
});

const knownSchema = bookingSchema.partial();

export type Booking = z.infer<typeof bookingSchema>;
/** What is known before anybody was asked. */
type KnownDetails = z.infer<typeof knownSchema>;

type RequestedSchema = ElicitRequestFormParams["requestedSchema"];

/** One field of every kind that the specification has, in the words a guest reads. */
const fields: { [Name in keyof Required<Booking>]: RequestedSchema["properties"][string] } = {
  guest_name: { type: "string", title: "Name", description: "Who the table is for", minLength: 2, maxLength: 60 },
  email: { type: "string", title: "Email", description: "Where the confirmation goes", format: "email" },
  party_size: { type: "integer", title: "Guests", minimum: 1, maximum: 12, default: 2 },
  date: { type: "string", title: "Date", format: "date" },
  // The older spelling of titled choices, which clients still meet.
  time: {
    type: "string",
    title: "Time",
    enum: ["18:00", "19:00", "20:00", "21:00"],
    enumNames: ["6 pm", "7 pm", "8 pm", "9 pm"],
    default: "19:00",
  },
  seating: {
    type: "string",
    title: "Seating",
    oneOf: [
      { const: "window", title: "By the window" },
      { const: "terrace", title: "On the terrace" },
      { const: "bar", title: "At the bar" },
    ],
    default: "window",
  },
  courses: {
    type: "array",
    title: "Courses",
    items: { type: "string", enum: ["starter", "main", "dessert"] },
    minItems: 1,
    maxItems: 3,
    default: ["main"],
  },
  diets: {
    type: "array",
    title: "Diets",
    description: "What the kitchen should know about, at most three",
    items: {
      anyOf: [
        { const: "vegetarian", title: "Vegetarian" },
        { const: "vegan", title: "Vegan" },
        { const: "gluten-free", title: "Without gluten" },
        { const: "nut-free", title: "Without nuts" },
      ],
    },
    maxItems: 3,
  },
  high_chairs: { type: "integer", title: "High chairs", minimum: 0, maximum: 4, default: 0 },
  budget: { type: "number", title: "Budget per guest", description: "In euros", minimum: 10, maximum: 500 },
  quiet: { type: "boolean", title: "A quiet table, if possible", default: false },
  other_date: { type: "string", title: "Other date", description: "If the first one is taken", format: "date" },
  remind_at: { type: "string", title: "Remind me at", format: "date-time" },
  invitation: { type: "string", title: "Invitation", description: "A web address to pass on", format: "uri" },
  notes: { type: "string", title: "Notes for the restaurant", maxLength: 200 },
};

const required: (keyof Booking)[] = ["guest_name", "email", "party_size", "date", "time"];

/** The form that asks for everything not known yet. */
export function bookingForm(known: KnownDetails): RequestedSchema {
  const asked = Object.entries(fields).filter(([name]) => !Object.hasOwn(known, name));
  return {
    type: "object",
    properties: Object.fromEntries(asked),
    required: required.filter((name) => !Object.hasOwn(known, name)),
  };
}

type ReadBooking<Value> = { value: Value; problems: null } | { value: null; problems: string[] };

/** What the model passed; every detail may be missing. */
export function readKnown(details: Record<string, unknown>): ReadBooking<KnownDetails> {
  return read(knownSchema, details);
}

/** The booking that the known details and the answered form make together; the form cannot change what is known. */
export function readBooking(known: KnownDetails, answers: Record<string, unknown>): ReadBooking<Booking> {
  // An optional text field that was left empty is a detail not given.
  const given = Object.entries(answers).filter(([, value]) => value !== "" && value !== null);
  return read(bookingSchema, { ...Object.fromEntries(given), ...known });
}

function read<Value>(schema: z.ZodType<Value>, details: Record<string, unknown>): ReadBooking<Value> {
  const parsed = schema.safeParse(details);
  if (parsed.success) return { value: parsed.data, problems: null };
  return { value: null, problems: parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) };
}
