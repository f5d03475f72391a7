import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/archive-part'
import { translateDraft } from './draft.ts'
import { translateTransactions } from './transactions.ts'
import { translateWeek } from './week.ts'

type RequestedPart = { leagueId: number; season: number; week: number; name: ArchivePartName }

/** A part of a season's archive from an answer that has it. The week does not matter for a draft. */
export function translatePart(answer: unknown, { name, ...asked }: RequestedPart): ArchivePart {
  switch (name) {
    case 'line-ups':
      return { name, week: translateWeek(answer, asked) }
    case 'draft':
      return { name, draft: translateDraft(answer, asked) }
    case 'transactions': {
      const { season, week } = asked
      return { name, week: { season, week, transactions: translateTransactions(answer, asked) } }
    }
  }
}
