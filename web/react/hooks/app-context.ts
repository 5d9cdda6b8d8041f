import { createContext } from "react";
import type { GatehouseClientApp } from "../../kit";

/** The app of the nearest provider; read it by `useApp`. */
export const AppContext = createContext<GatehouseClientApp | undefined>(undefined);
