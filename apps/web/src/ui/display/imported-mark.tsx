import { formatDay } from '../format/date-time.ts'
import ui from '../ui.module.css'

/** Who imported an archive, and when. `by` is null for a command on the server. */
type Import = { by: string | null; at: string }

export function describeImport({ by, at }: Import): string {
  return `Imported by ${by ?? 'the server admin'} on ${formatDay(new Date(at))}`
}

export function ImportedMark({ imported }: { imported: Import | undefined }) {
  if (imported === undefined) return null
  const description = describeImport(imported)
  return (
    <>
      {' '}
      <span className={ui.mark} title={description}>
        <span aria-hidden="true">Imported</span>
        <span className={ui.hidden}>{description}</span>
      </span>
    </>
  )
}
