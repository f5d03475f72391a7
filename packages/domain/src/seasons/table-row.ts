import {
  type DateOrder,
  type DateOrderQuestion,
  type DecimalMark,
  type DecimalMarkQuestion,
  type NumberForm,
  readDate,
  readNumber,
} from '../interchange/cell-text.ts'
import { unescapeFormula } from '../interchange/pasted-table.ts'
import { type Points, pointsFromDecimal } from '../points.ts'

/** A problem in a CSV table and its position. Row 1 is the header, as in a spreadsheet. */
export type CsvProblem = { row: number; field: string; detail: string }

export type TableAnswers = {
  decimalMark: DecimalMark | null
  dateOrder: DateOrder | null
  owners: readonly OwnerAnswer[]
}

export const OWNER_TEAMS_MEANINGS = ['renamed_team', 'one_person', 'different_people'] as const
export type OwnerTeamsMeaning = (typeof OWNER_TEAMS_MEANINGS)[number]

export type OwnerAnswer = { owner: string; meaning: OwnerTeamsMeaning }

export type OwnerTeamsQuestion = {
  kind: 'owner_teams'
  owner: string
  teams: string[]
  choices: OwnerTeamsMeaning[]
  isAnswered: boolean
}

export const NO_TABLE_ANSWERS: TableAnswers = { decimalMark: null, dateOrder: null, owners: [] }

export type CellQuestion = DecimalMarkQuestion | DateOrderQuestion

/** What the tables of a season leave open. The season is not stored without the answer. */
export type TableQuestion = CellQuestion | OwnerTeamsQuestion

type TableForm = { numbers: NumberForm; dateOrder: DateOrder | null; answers: TableAnswers }

const MAX_NAME_LENGTH = 100
const MAX_LIST_LENGTH = 1000

/** A row whose cells are read by column name. A cell that cannot be read adds a problem and does not throw. */
export class TableRow {
  readonly row: number
  readonly problems: CsvProblem[] = []
  /** What the row's cells leave open. They have a value nevertheless. */
  readonly questions: CellQuestion[] = []
  readonly #cells: ReadonlyMap<string, string>
  readonly #form: TableForm

  constructor(row: number, header: readonly string[], cells: readonly string[], form: TableForm) {
    this.row = row
    this.#form = form
    this.#cells = new Map(
      header.map((name, index) => [name, unescapeFormula((cells[index] ?? '').replace(/\s+/g, ' ').trim())]),
    )
    const last = header.at(-1) ?? ''
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
      this.#addProblem(last, `the row has ${cells.length} cells but the header has ${header.length}`)
    }
  }

  /** Several names with ' & ' between them. */
  list(field: string): string {
    return this.text(field, MAX_LIST_LENGTH)
  }

  text(field: string, maxLength: number = MAX_NAME_LENGTH): string {
    const text = this.#cells.get(field) ?? ''
    if (text.length > maxLength) this.#addProblem(field, `must have at most ${maxLength} characters`)
    if (/\p{Cc}/u.test(text)) this.#addProblem(field, 'contains an invalid character')
    return text
  }

  name(field: string): string {
    const name = this.text(field)
    if (name === '') this.#addProblem(field, 'must not be empty')
    return name
  }

  integer(field: string, min: number, max: number): number {
    return this.#toInteger(field, this.text(field), { min, max })
  }

  /** A week such as 3, W3 or Week 3. */
  week(field: string, min: number, max: number): number {
    const number = this.text(field).replace(/^(?:week|wk\.?|w)\s*#?/i, '')
    return this.#toInteger(field, number, { min, max })
  }

  wholeNumber(field: string): number {
    const text = this.text(field).replace(/[.,]0+$/, '')
    if (/^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31) return Number(text)
    this.#addProblem(field, `'${text}' must be a whole number`)
    return 0
  }

  /** An amount of money, such as 12 or $12.50. */
  amount(field: string): number {
    const text = this.text(field).replace(/^\$\s*/, '')
    if (/^\d{1,6}(?:[.,]\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'))
    this.#addProblem(field, `'${text}' must be an amount such as 12`)
    return 0
  }

  points(field: string): Points {
    const text = this.text(field)
    const { numbers, answers } = this.#form
    const number = readNumber(text, numbers, answers.decimalMark)
    if (number === null) this.#addProblem(field, `'${text}' must be a score such as 101.25`)
    else if (number.isOpen)
      this.questions.push({ kind: 'decimal_mark', example: text, isAnswered: answers.decimalMark !== null })
    return pointsFromDecimal(number?.value ?? 0)
  }

  boolean(field: string): boolean {
    return this.optional(field, () => this.#yesOrNo(field)) ?? false
  }

  optional<Value>(field: string, read: (field: string) => Value): Value | null {
    return this.text(field) === '' ? null : read(field)
  }

  /** One of the values, ignoring case; the first one for an empty cell. */
  choice<Value extends string>(field: string, values: readonly [Value, ...Value[]]): Value {
    const text = this.text(field).toLowerCase()
    const value = text === '' ? values[0] : values.find((each) => each === text)
    if (value === undefined) this.#addProblem(field, `'${text}' must be one of ${values.join(', ')}`)
    return value ?? values[0]
  }

  date(field: string, season: number): Date | null {
    const text = this.text(field)
    if (text === '') return null
    const { dateOrder: order, answers } = this.#form
    const read = readDate(text, season, { order, answer: answers.dateOrder })
    if (read === null) this.#addProblem(field, `'${text}' must be a day such as 2014-09-28`)
    else if (read.isOpen)
      this.questions.push({ kind: 'date_order', example: text, isAnswered: answers.dateOrder !== null })
    return read?.date ?? null
  }

  /** Spreadsheets can write whole numbers with decimals. */
  #toInteger(field: string, number: string, { min, max }: { min: number; max: number }): number {
    const digits = /^(\d{1,4})(?:[.,]0+)?$/.exec(number)?.[1]
    const value = Number(digits)
    if (digits !== undefined && value >= min && value <= max) return value
    this.#addProblem(field, `'${this.text(field)}' must be a whole number from ${min} to ${max}`)
    return min
  }

  #yesOrNo(field: string): boolean {
    const text = this.text(field).toLowerCase()
    if (['yes', 'y', 'x', '✓', '1', '1.0', 'true'].includes(text)) return true
    if (!['no', 'n', '-', '0', '0.0', 'false'].includes(text))
      this.#addProblem(field, `'${text}' must be yes or no`)
    return false
  }

  #addProblem(field: string, detail: string): void {
    const isKnown = this.problems.some((each) => each.field === field && each.detail === detail)
    if (!isKnown) this.problems.push({ row: this.row, field, detail })
  }
}
