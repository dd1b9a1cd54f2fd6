import { z } from "zod";

/** A password as it comes in: what it is worth is only asked of a new one. */
export const password = z.string().min(1).max(128, "is longer than 128 characters");
export const newPassword = password.min(12, "is shorter than 12 characters");
export const email = z.email("is not an e-mail address").max(300);
export const name = z.string().trim().min(1, "is empty").max(100, "is longer than 100 characters");
export const key = z.string().min(1).max(200);
