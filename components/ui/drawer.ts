"use client";

import { createContext, useContext } from "react";

/** The list of chats on a narrow screen, where it does not fit beside the thread. */
export type Drawer = { isOpen: boolean; open: () => void; close: () => void };

export const DrawerContext = createContext<Drawer>({ isOpen: false, open: () => undefined, close: () => undefined });

export function useDrawer(): Drawer {
  return useContext(DrawerContext);
}
