/** Two that are the same stand for the same data; of the databases of one address only. */
export type DataVersion = number | string
