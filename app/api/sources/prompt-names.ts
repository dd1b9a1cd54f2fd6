import { z } from "zod";

/** A prompt's name as it is listed. */
export const promptName = z.string().min(1).max(64);

/** Of a resource, as its server says it, or a template of such. */
export const resourceAddress = z.string().min(1).max(4_000);

export const argumentName = z.string().min(1).max(200);
export const argumentValue = z.string().max(10_000);

/** Arguments of a prompt by their names. */
export const promptValues = z
  .record(argumentName, argumentValue)
  .refine((values) => Object.keys(values).length <= 100, "must be at most 100");
