import { formatSigned } from '../season-cards/season-card.ts'

export const SUBJECTS = ['results', 'scoring', 'management', 'draft', 'moves'] as const

export const SUBJECT_NAMES: Readonly<Record<Subject, string>> = {
  results: 'Results',
  scoring: 'Scoring',
  management: 'Lineups',
  draft: 'Draft',
  moves: 'Moves',
}

export type Subject = (typeof SUBJECTS)[number]

export function describeSubject(subject: Subject, value: number): string {
  switch (subject) {
    case 'results':
      return `${formatPercent(value)} of games won`
    case 'scoring':
      return `${value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} points`
    case 'management':
      return `${formatPercent(value)} of the best possible points`
    case 'draft':
      return `${formatSigned(value)} points vs expected`
    case 'moves':
      return `${formatSigned(value)} points from trades and pickups`
  }
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
