import { DataTable } from '../../../ui/display/data-table.tsx'
import { formatCount } from '../../../ui/format/format.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'

type Finding = { file: string; place: string; text: string }

/** The problems of files, from the field messages of a rejected upload. Others than those about a place are not listed. */
export function listFindings(fields: Readonly<Record<string, string>>): Finding[] {
  return Object.entries(fields).flatMap(([key, message]) => {
    const [, file = '', row = '', column = ''] = /^(.*), row (\d+), ([^,]+)$/.exec(key) ?? []
    if (row !== '')
      return [{ file, place: `Row ${row}, ${column}`, text: message.replace(`Row ${row}, ${column}: `, '') }]
    const [, document = '', path = ''] = /^(.*), ([^,]+)$/.exec(key) ?? []
    return path === '' ? [] : [{ file: document, place: path, text: message.replace(`${path}: `, '') }]
  })
}

export function UploadFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-label="Problems in the files">
      <p className={ui.strong}>{formatCount(findings.length, 'problem')} to fix</p>
      <div className={findings.length > 8 ? ui.scrolls : undefined}>
        <DataTable
          caption="Problems in the files"
          columns={[
            { label: 'File', kind: 'text', cell: ({ file }) => file },
            { label: 'Where', kind: 'head', cell: ({ place }) => place },
            { label: 'What is wrong', kind: 'text', cell: ({ text }) => text },
          ]}
          rows={findings}
          keyOf={({ file, place, text }) => `${file} ${place} ${text}`}
        />
      </div>
    </Stack>
  )
}
