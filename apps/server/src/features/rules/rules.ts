import type { ResponseOf } from '@fieldhouse/contract/operation'
import {
  getRules,
  getRuleVersion,
  listRuleVersions,
  restoreRules,
  saveRules,
} from '@fieldhouse/contract/rules'
import type { Context } from '../../context.ts'
import { inSnapshot } from '../../database/engine/transaction.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import type { DisplayNames } from '../../repositories/leagues/display-names.ts'
import {
  findVersion,
  listVersions,
  type RulesResult,
  type RuleVersion,
  readRules,
  restoreSections,
  type StoredSection,
  saveSections,
} from './store.ts'

export const rules = [
  operation(getRules, ({ ctx, league }) => presentRules(ctx, league.id)),

  operation(saveRules, async ({ ctx, league, user, body }) => {
    const edit = { leagueId: league.id, editedVersion: body.version, actor: user, now: ctx.now() }
    await rejectUnlessSaved(ctx, league.id, await saveSections(ctx.db, edit, body.sections, body.note))
    return presentRules(ctx, league.id)
  }),

  operation(listRuleVersions, async ({ ctx, league }) => {
    const versions = await listVersions(ctx.db, league.id)
    const authors = await namesOf(ctx, league.id, versions)
    return { versions: versions.map((version) => presentVersion(version, authors)) }
  }),

  operation(getRuleVersion, async ({ ctx, league, params }) => {
    const found = await findVersion(ctx.db, league.id, params.version)
    if (found === null) throw new ApiError('rule_version_not_found')
    return {
      version: presentVersion(found.version, await namesOf(ctx, league.id, [found.version])),
      sections: found.sections.map(presentSection),
      previous_sections: found.previous.map(presentSection),
    }
  }),

  operation(restoreRules, async ({ ctx, league, user, body }) => {
    const edit = { leagueId: league.id, editedVersion: body.version, actor: user, now: ctx.now() }
    await rejectUnlessSaved(ctx, league.id, await restoreSections(ctx.db, edit, body.restored))
    return presentRules(ctx, league.id)
  }),
]

async function rejectUnlessSaved(ctx: Context, leagueId: number, result: RulesResult): Promise<void> {
  if (result.kind === 'saved') return
  if (result.kind !== 'rules_changed' || result.newest === undefined) throw new ApiError(result.kind)
  const author = (await namesOf(ctx, leagueId, [result.newest])).get(result.newest.user_id) ?? 'Somebody else'
  const message = `${author} saved version ${result.newest.version} of the rules in the meantime. Nothing was saved.`
  throw new ApiError('rules_changed', { message })
}

async function presentRules(ctx: Context, leagueId: number): Promise<ResponseOf<typeof getRules>> {
  const { version, sections } = await inSnapshot(ctx.db, (snapshot) => readRules(snapshot, leagueId))
  return {
    current: version === undefined ? null : presentVersion(version, await namesOf(ctx, leagueId, [version])),
    sections: sections.map(presentSection),
  }
}

function presentVersion({ user_id, saved_at, ...version }: RuleVersion, names: DisplayNames) {
  const saved_by = names.get(user_id) ?? ''
  return { ...version, saved_at: new Date(saved_at).toISOString(), saved_by }
}

const presentSection = ({ proposal_id, question, ...section }: StoredSection) => ({
  ...section,
  proposal: proposal_id === null ? null : { id: proposal_id, question },
})

function namesOf(ctx: Context, leagueId: number, versions: readonly RuleVersion[]): Promise<DisplayNames> {
  const userIds = new Set(versions.map(({ user_id }) => user_id))
  return ctx.names.load(leagueId, JSON.stringify([...userIds].sort((a, b) => a - b)))
}
