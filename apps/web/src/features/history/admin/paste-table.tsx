import type { DecimalMark } from '@fieldhouse/domain/interchange/cell-text'
import {
  CONVERTED_COLUMNS,
  type ConvertedTable,
  convertTable,
  formatTable,
} from '@fieldhouse/domain/interchange/convert-table'
import {
  COLUMN_ROLES,
  type ColumnRole,
  decodeText,
  type PastedTable,
  ROLE_LABELS,
  readPastedTable,
  suggestRoles,
} from '@fieldhouse/domain/interchange/pasted-table'
import { parse } from 'papaparse'
import { type ChangeEvent, useState } from 'react'
import { readStorage, writeStorage } from '../../../storage/browser-storage.ts'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { Notice } from '../../../ui/feedback/feedback.tsx'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { UploadFindings } from './upload-findings.tsx'

/** Enough for twenty seasons. */
const MAX_LENGTH = 1024 * 1024
const PREVIEW_ROWS = 5

type Props = {
  league: string
  defaultSeason: number
  onAdd: (files: File[]) => void
}

export function PasteTable({ league, defaultSeason, onAdd }: Props) {
  const [text, setText] = useState('')
  const [season, setSeason] = useState(String(defaultSeason))
  const [weeks, setWeeks] = useState('')
  const [decimalMark, setDecimalMark] = useState<DecimalMark | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const [chosen, setChosen] = useState<readonly (ColumnRole | undefined)[]>([])
  const pasted = text.trim() === '' ? null : readText(text)
  const roles = pasted === null ? [] : rolesOf(pasted, league).map((role, index) => chosen[index] ?? role)
  const isTooLong = text.length > MAX_LENGTH
  const isSeasonValid = /^(?:1999|20\d\d)$/.test(season)
  const { tables, problems, questions } =
    pasted === null || !isSeasonValid
      ? { tables: [], problems: [], questions: [] }
      : convertTable(pasted, {
          roles,
          season: Number(season),
          regularSeasonWeeks: /^\d{1,2}$/.test(weeks) ? Number(weeks) : null,
          decimalMark,
        })

  function showText(next: string) {
    setText(next)
    setChosen([])
    setDecimalMark(null)
  }

  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    const decoded = file === undefined ? undefined : decodeText(new Uint8Array(await file.arrayBuffer()))
    setUnreadable(decoded === null)
    if (decoded !== undefined) showText(decoded?.text ?? '')
  }

  function handleAdd() {
    if (pasted !== null) saveRoles(league, pasted, roles)
    onAdd(
      tables.map((each) => new File([formatTable(each)], `${season}-${each.kind}.csv`, { type: 'text/csv' })),
    )
    showText('')
  }

  return (
    <Stack>
      <p className={ui.muted}>
        Copy the standings or the weekly scores from NFL.com, Yahoo, CBS or a spreadsheet, one table at a
        time. With both tables of a season, you get its records and its games.
      </p>
      <Grid min={200}>
        <TextField
          label="Season"
          value={season}
          onChange={setSeason}
          inputMode="numeric"
          problem={isSeasonValid ? undefined : 'Enter the year of the season, such as 2014.'}
        />
        <TextField
          label="Weeks in the regular season"
          hint="Later weeks are playoffs. Leave it empty if you don't know."
          value={weeks}
          onChange={setWeeks}
          inputMode="numeric"
        />
        <Field
          label="Or choose a CSV file"
          problem={
            isUnreadable ? "We couldn't read that file. Save it as CSV and choose it again." : undefined
          }
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              onChange={(event) => void handleFile(event)}
            />
          )}
        </Field>
      </Grid>
      <Field label="Table" problem={isTooLong ? 'Paste one season at a time.' : undefined}>
        {(control) => (
          <textarea
            {...control}
            value={text}
            spellCheck={false}
            onChange={(event) => showText(event.target.value)}
          />
        )}
      </Field>
      {pasted === null ? null : (
        <>
          <Columns pasted={pasted} roles={roles} onChange={setChosen} />
          {questions.map(({ kind, example }) => (
            <DecimalMarkField
              key={kind}
              label={`Points: what is ${example}?`}
              example={example}
              value={decimalMark}
              onChange={setDecimalMark}
            />
          ))}
          {tables.map((each) => (
            <TablePreview key={each.kind} table={each} />
          ))}
          <UploadFindings
            findings={problems.map(({ line, column, detail }) => ({
              file: 'Your table',
              place: `Line ${line}, ${column}`,
              text: detail,
            }))}
          />
          {pasted.skipped.length === 0 ? null : (
            <Notice tone="info">
              Left out {formatCount(pasted.skipped.length, 'line')} that{' '}
              {pasted.skipped.length === 1 ? 'is' : 'are'} no row:{' '}
              {pasted.skipped
                .map(({ text: note }) => note)
                .join(' · ')
                .slice(0, 300)}
            </Notice>
          )}
        </>
      )}
      <Row wraps>
        <Button
          variant="strong"
          disabled={
            isTooLong ||
            tables.length === 0 ||
            problems.length > 0 ||
            questions.some(({ isAnswered }) => !isAnswered)
          }
          onClick={handleAdd}
        >
          Add to files
        </Button>
      </Row>
    </Stack>
  )
}

type ColumnsProps = {
  pasted: PastedTable
  roles: readonly ColumnRole[]
  onChange: (roles: ColumnRole[]) => void
}

function Columns({ pasted, roles, onChange }: ColumnsProps) {
  return (
    <Stack as="fieldset" gap={2}>
      <legend className={ui.strong}>Columns</legend>
      <Grid min={176} gap={3}>
        {pasted.header.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several columns can have the same name
          <div key={`${name} ${index}`}>
            <SelectField
              label={name}
              options={COLUMN_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
              value={roles[index] ?? 'ignore'}
              onChange={(role) => onChange(roles.map((each, other) => (other === index ? role : each)))}
            />
            <Text as="p" size="s" tone="muted" lines={1}>
              {pasted.rows[0]?.cells[index] || '—'}
            </Text>
          </div>
        ))}
      </Grid>
    </Stack>
  )
}

const TITLES = { scores: 'Weekly scores', standings: 'Standings' }

function TablePreview({ table: { kind, rows } }: { table: ConvertedTable }) {
  const columns = CONVERTED_COLUMNS[kind].map((column) => column.replaceAll('_', ' '))
  return (
    <Stack as="section" gap={2} aria-label={TITLES[kind]}>
      <p className={ui.strong}>
        {TITLES[kind]}: {formatCount(rows.length, 'row')}
      </p>
      <DataTable
        caption={TITLES[kind]}
        columns={columns.map((label, index) => ({
          label,
          kind: index === 0 ? 'head' : 'text',
          cell: (row: ConvertedTable['rows'][number]) => row[index],
        }))}
        rows={rows.slice(0, PREVIEW_ROWS)}
        keyOf={(row) => rows.indexOf(row)}
        isDense
      />
    </Stack>
  )
}

function readText(text: string): PastedTable {
  return readPastedTable(parse<string[]>(text.slice(0, MAX_LENGTH), { skipEmptyLines: false }).data)
}

const storageKey = (league: string) => `table_columns:${league}`

/** The roles that the league's last table with these columns had, and suggestions for the others. */
function rolesOf(pasted: PastedTable, league: string): ColumnRole[] {
  const saved = new Map(
    (readStorage(localStorage, storageKey(league)) ?? '').split('\n').map((line) => {
      const [name = '', role = ''] = line.split('\t')
      return [name, COLUMN_ROLES.find((each) => each === role)] as const
    }),
  )
  const suggested = suggestRoles(pasted)
  const isKnown = pasted.header.every((name) => saved.get(name) !== undefined)
  return isKnown
    ? pasted.header.map((name, index) => saved.get(name) ?? suggested[index] ?? 'ignore')
    : suggested
}

function saveRoles(league: string, { header }: PastedTable, roles: readonly ColumnRole[]): void {
  writeStorage(
    localStorage,
    storageKey(league),
    header.map((name, index) => `${name}\t${roles[index]}`).join('\n'),
  )
}

type DecimalMarkFieldProps = {
  label: string
  /** Points with one mark before three digits, such as 1.402. */
  example: string
  value: DecimalMark | null
  onChange: (mark: DecimalMark | null) => void
}

export function DecimalMarkField({ label, example, value, onChange }: DecimalMarkFieldProps) {
  const [own, other] = example.includes('.') ? (['point', 'comma'] as const) : (['comma', 'point'] as const)
  const options = [
    { value: '', label: 'Choose' },
    { value: other, label: example.replace(/[.,]/, '') },
    { value: own, label: example.replace(',', '.') },
  ]
  return (
    <SelectField
      label={label}
      options={options}
      value={value ?? ''}
      onChange={(chosen) => onChange([own, other].find((mark) => mark === chosen) ?? null)}
    />
  )
}
