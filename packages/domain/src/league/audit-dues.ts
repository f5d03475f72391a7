import { pluralize } from '../pluralize.ts'

type Field = (name: string) => string
type Detail = Readonly<Record<string, string | number | boolean | null>>

export const DUES_DESCRIPTIONS = {
  'dues.save': (field: Field, { removed }: Detail) =>
    removed === true
      ? `removed the dues of ${field('season')}`
      : `saved the dues of ${field('season')}: $${field('amount')} per team, ${pluralize(Number(field('prizes')), 'prize')}`,
  'dues.payment': (field: Field) =>
    `noted a payment of $${field('amount')} by ${field('team')} for ${field('season')}`,
  'dues.adjustment': (field: Field) =>
    `changed what ${field('team')} owes for ${field('season')} by ${describeChange(field('amount'))}: ${field('reason')}`,
  'dues.remove-entry': (field: Field) =>
    `removed the ${field('kind')} of ${describeChange(field('amount'))} of ${field('team')} for ${field('season')}`,
  'dues.payout': (field: Field) =>
    `noted that $${field('amount')} was paid out to ${field('team')} ${describePrize(field)}`,
  'dues.undo-payout': (field: Field) =>
    `undid the payout of $${field('amount')} to ${field('team')} ${describePrize(field)}`,
  'dues.winner': (field: Field, { team }: Detail) =>
    team === null
      ? `named no winner of ${field('prize')} in ${field('season')}`
      : `named ${field('team')} the winner of ${field('prize')} in ${field('season')}`,
} as const

export const DUES_LABELS = {
  'dues.save': 'Changed the dues',
  'dues.payment': 'Noted a payment of dues',
  'dues.adjustment': 'Adjusted what a team owes',
  'dues.remove-entry': 'Removed a payment or an adjustment',
  'dues.payout': 'Noted a payout of a prize',
  'dues.undo-payout': 'Undid a payout of a prize',
  'dues.winner': 'Named the winner of a prize',
} as const

const describeChange = (amount: string) => (amount.startsWith('-') ? `−$${amount.slice(1)}` : `$${amount}`)

const describePrize = (field: Field) =>
  `for ${field('prize')}${field('week') === '?' ? '' : `, Week ${field('week')}`} in ${field('season')}`
