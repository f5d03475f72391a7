import { type PRIZE_KINDS, WEEK_PRIZES } from '@fieldhouse/domain/league/prizes'
import { parseAmount, toAmountInput } from './dues-text.ts'
import type { Dues, DuesSetup } from './use-dues.ts'

export type PrizeKind = (typeof PRIZE_KINDS)[number]

export type DraftPrize = {
  /** Identifies the prize while it is edited. */
  key: string
  /** null for a new prize. */
  prizeId: number | null
  kind: PrizeKind
  title: string
  /** As typed. */
  amount: string
  includesPlayoffs: boolean
}

/** What an admin edits. */
export type DuesDraft = {
  /** The version that the edit started from; 0 without one. */
  version: number
  /** As typed. */
  amount: string
  /** An empty text without a due date. */
  dueOn: string
  note: string
  prizes: DraftPrize[]
}

type Setup = Pick<DuesSetup, 'amount' | 'due_on' | 'note' | 'prizes'>

/** The stored setup, or an empty one. */
export function toDraft({ setup }: Pick<Dues, 'setup'>): DuesDraft {
  if (setup === null) return { version: 0, amount: '', dueOn: '', note: '', prizes: [] }
  return { version: setup.version, ...fromSetup(setup, true) }
}

/** The setup of an earlier season as a new one: with other prize IDs, and due as many years later. */
export function copyDraft({ season, previous }: Pick<Dues, 'season' | 'previous'>): DuesDraft {
  if (previous === null) return toDraft({ setup: null })
  const copied = fromSetup(previous, false)
  return { version: 0, ...copied, dueOn: addYears(copied.dueOn, season - previous.season) }
}

function fromSetup({ amount, due_on: dueOn, note, prizes }: Setup, keepsIds: boolean) {
  return {
    amount: toAmountInput(amount),
    dueOn: dueOn ?? '',
    note,
    prizes: prizes.map(
      (prize): DraftPrize => ({
        key: `stored-${prize.prize_id}`,
        prizeId: keepsIds ? prize.prize_id : null,
        kind: prize.kind,
        title: prize.title ?? '',
        amount: toAmountInput(prize.amount),
        includesPlayoffs: prize.includes_playoffs,
      }),
    ),
  }
}

/** February 29 becomes February 28 in other years. */
function addYears(day: string, years: number): string {
  if (day === '') return ''
  const [year = 0, month = '', date = ''] = day
    .split('-')
    .map((part, index) => (index === 0 ? Number(part) : part))
  const isLeapDay = month === '02' && date === '29'
  return `${Number(year) + years}-${month}-${isLeapDay ? '28' : date}`
}

/** The request that saves a draft; null while an amount or a title is missing. */
export function toSavedSetup(draft: DuesDraft, season: number) {
  const amount = parseAmount(draft.amount)
  const prizes = draft.prizes.flatMap((prize) => {
    const prizeAmount = parseAmount(prize.amount)
    const isComplete = prizeAmount !== null && Number(prizeAmount) > 0
    if (!isComplete || (prize.kind === 'custom' && prize.title.trim() === '')) return []
    return {
      prize_id: prize.prizeId,
      kind: prize.kind,
      title: prize.kind === 'custom' ? prize.title.trim() : null,
      amount: prizeAmount,
      includes_playoffs: WEEK_PRIZES.includes(prize.kind) && prize.includesPlayoffs,
    }
  })
  if (amount === null || prizes.length < draft.prizes.length) return null
  return {
    season,
    version: draft.version,
    amount,
    due_on: draft.dueOn === '' ? null : draft.dueOn,
    note: draft.note.trim(),
    prizes,
  }
}
