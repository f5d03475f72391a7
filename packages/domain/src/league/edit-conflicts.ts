type EditedValue = string | number | null

export type NewerValue = {
  value: EditedValue
  /** The username of who saved it; null when unknown, like the time. */
  by: string | null
  at: Date | null
}

export type EditConflicts<Field extends string = string> = Partial<Record<Field, NewerValue>>

/** An edit of some fields: what is to be saved, and what the editor has read of them, if known. */
export type Edit<Field extends string> = {
  saved: Partial<Record<Field, EditedValue | undefined>>
  expected: Partial<Record<Field, EditedValue | undefined>> | undefined
}

/**
 * Finds the fields that somebody else has changed since the editor read them: their stored value is neither the one
 * that the editor expects nor the one that is to be saved. Two people who save the same value have no conflict.
 */
export function findConflictingFields<Field extends string>(
  stored: Readonly<Record<Field, EditedValue>>,
  { saved, expected = {} }: Edit<Field>,
): Field[] {
  return (Object.keys(stored) as Field[]).filter(
    (field) =>
      saved[field] !== undefined &&
      expected[field] !== undefined &&
      stored[field] !== expected[field] &&
      stored[field] !== saved[field],
  )
}
