import { createContext } from 'react'

export const OpenSearchContext = createContext<() => void>(() => undefined)
