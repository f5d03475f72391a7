import { createContext } from 'react'

/** Opens the search of the open league. */
export const OpenSearchContext = createContext<() => void>(() => undefined)
