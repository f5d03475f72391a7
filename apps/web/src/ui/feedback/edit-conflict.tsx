import { getNewerValues } from '../../api/api-client.ts'
import { Button } from '../forms/button.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import { Notice } from './notice.tsx'

/** Says what somebody has done to a field, such as 'changed the note to “Hi”'. A missing value is an empty text. */
export type DescribeEdit = (value: string) => string

type Props<Expected> = {
  /** Why saving failed. Only an edit conflict is shown. */
  error: Error | null
  /** By field of the request. */
  edits: Readonly<Record<string, DescribeEdit>>
  isSaving: boolean
  onKeepTheirs: () => void
  /** Receives what the user has now seen, so that a third change is not overwritten either. */
  onSaveMine: (expected: Expected) => void
}

export function EditConflict<Expected>({
  error,
  edits,
  isSaving,
  onKeepTheirs,
  onSaveMine,
}: Props<Expected>) {
  const newer = getNewerValues(error)
  if (newer === null) return null
  const values = Object.fromEntries(Object.entries(newer).map(([field, { value }]) => [field, value]))
  return (
    <Notice tone="warn">
      <Stack gap={2}>
        {Object.entries(newer).map(([field, { by, value }]) => (
          <p key={field}>
            {by ?? 'Somebody else'} {edits[field]?.(String(value ?? '')) ?? 'changed this'} while you were
            editing.
          </p>
        ))}
        <Row wraps>
          <Button onClick={onKeepTheirs} disabled={isSaving}>
            Keep theirs
          </Button>
          {/* The server names the fields as in the request, and returns values of the same types. */}
          <Button onClick={() => onSaveMine(values as Expected)} disabled={isSaving}>
            Save mine
          </Button>
        </Row>
      </Stack>
    </Notice>
  )
}

export function editOf(name: string): DescribeEdit {
  return (value) => (value === '' ? `cleared ${name}` : `changed ${name} to “${value}”`)
}
