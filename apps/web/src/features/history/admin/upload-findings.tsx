import table from '../../../ui/display/table.module.css'
import { TableHead } from '../../../ui/display/table-head.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import ui from '../../../ui/ui.module.css'
import styles from './season-upload.module.css'

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

/** Where the files have to be changed, and why. */
export function UploadFindings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <section className={ui.stack8} aria-label="Problems in the files">
      <p className={ui.strong}>{formatCount(findings.length, 'problem')} to fix</p>
      <div className={styles.findings} data-scrolls={findings.length > 8 ? '' : undefined}>
        <table className={table.table}>
          <TableHead columns={['File', 'Where', 'What is wrong']} />
          <tbody>
            {findings.map(({ file, place, text }) => (
              <tr key={`${file} ${place} ${text}`}>
                <td>{file}</td>
                <th scope="row">{place}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
