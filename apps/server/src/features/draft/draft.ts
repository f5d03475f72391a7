import { getDraft } from '@fieldhouse/contract/draft'
import { operation } from '../../http/operation.ts'
import { readDraft } from './read-draft.ts'

export const draft = [
  operation(getDraft, ({ ctx, league, query }) => readDraft(ctx, league.id, query.season)),
]
