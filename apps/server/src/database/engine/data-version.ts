/** Two equal versions mean the same data. Only comparable for the same database address. */
export type DataVersion = number | string
