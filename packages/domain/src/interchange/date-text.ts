import { DAY_MS } from '../duration.ts'

export const DATE_ORDERS = ['month_first', 'day_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export type DateOrderQuestion = { kind: 'date_order'; example: string; isAnswered: boolean }

/** A day at midnight UTC, and whether only a person knows which number is the month. */
type ReadDate = { date: Date; isOpen: boolean }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A time has no time zone in these forms, so it is left out. */
const TIME = /[\sT]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?$/i
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/
/** Excel counts days from here. On old Macs, it counted from 1904. */
const EXCEL_EPOCHS = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]

/** The order of a table's dates, as far as they tell; null if none does or if they contradict each other. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const orders = new Set<DateOrder>()
  for (const text of texts) {
    const [, first, second] = SLASHED.exec(withoutTime(text)) ?? []
    if (Number(first) > 12) orders.add('day_first')
    if (Number(second) > 12) orders.add('month_first')
  }
  const [only = null] = orders.size === 1 ? orders : []
  return only
}

/**
 * A day in one of the forms of spreadsheets, such as 2014-09-28, 9/28/2014, 28.09.2014, 28-Sep-14 or 41910, or an instant
 * in ISO 8601 format. The number of a day is one of Excel's, in the season or the year after it. A date such as 10/9/2014
 * is read like the others of the table, and otherwise as `answer` says. It is open if nothing but the answer tells. null
 * for text that is no date.
 */
export function readDate(
  text: string,
  season: number,
  { order, answer }: { order: DateOrder | null; answer: DateOrder | null },
): ReadDate | null {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? null : { date, isOpen: false }
  }
  const day = withoutTime(text)
  const slashed = SLASHED.exec(day)
  if (slashed === null) return certain(readCertainDay(day, season))
  const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), toYear(slashed[3])]
  const ownOrder = first > 12 ? 'day_first' : second > 12 || first === second ? 'month_first' : null
  const chosen = ownOrder ?? order ?? answer ?? 'month_first'
  const date = chosen === 'month_first' ? dayOf(year, first, second) : dayOf(year, second, first)
  return date === null ? null : { date, isOpen: ownOrder === null && order === null }
}

function readCertainDay(text: string, season: number): Date | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? []
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay))
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text) ?? []
  if (day !== undefined) return dayOf(toYear(year), Number(month), Number(day))
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) return dayOfSerial(Number.parseInt(text, 10), season)
  const [, named, namedMonth, namedYear] =
    /^(?:[a-z]+,? )?(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(text) ?? []
  if (named !== undefined) return dayOf(toYear(namedYear), monthOf(namedMonth), Number(named))
  const [, usMonth, usDay, usYear] =
    /^(?:[a-z]+, )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text) ?? []
  return usMonth === undefined ? null : dayOf(toYear(usYear), monthOf(usMonth), Number(usDay))
}

function certain(date: Date | null): ReadDate | null {
  return date === null ? null : { date, isOpen: false }
}

/** The day with this number that belongs to the season; null if none does. */
function dayOfSerial(serial: number, season: number): Date | null {
  const days = EXCEL_EPOCHS.map((epoch) => new Date(epoch + serial * DAY_MS))
  return days.find((day) => [season, season + 1].includes(day.getUTCFullYear())) ?? null
}

function withoutTime(text: string): string {
  return text.trim().replace(TIME, '').trim()
}

/** Years of two digits are in this century, except those of the nineties. */
function toYear(text: string | undefined): number {
  const year = Number(text)
  return year > 99 ? year : year >= 90 ? 1900 + year : 2000 + year
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
}

/** null for a day that the month does not have. */
function dayOf(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null
}
