import {
  getRules,
  getRuleVersion,
  listRuleVersions,
  restoreRules,
  saveRules,
} from '@fieldhouse/contract/rules'
import type { FastifyRequest } from 'fastify'
import { currentUser, leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { DisplayNameReader } from '../../repositories/leagues/display-names.ts'
import { presentRules, presentSections, presentVersion } from './present.ts'
import type { RuleEdit, RuleStore, RulesResult, RuleVersion } from './store.ts'

export type RulesOptions = { store: RuleStore; names: DisplayNameReader; now: () => Date }

export const rulesRoutes: Routes<RulesOptions> = (app, { store, names, now }) => {
  app.route({ ...getRules, handler: (request) => readRules(leagueOf(request).id) })

  app.route({
    ...saveRules,
    async handler(request) {
      const { version, sections, note } = request.body
      const edited = sections.map(({ proposal_id, ...section }) => ({ ...section, proposalId: proposal_id }))
      const result = await store.save(editBy(request, version), edited, note)
      return answer(leagueOf(request).id, result)
    },
  })

  app.route({
    ...listRuleVersions,
    async handler(request) {
      const { id } = leagueOf(request)
      const versions = await store.listVersions(id)
      const authors = await namesOf(id, versions)
      return { versions: versions.map((version) => presentVersion(version, authors)) }
    },
  })

  app.route({
    ...getRuleVersion,
    async handler(request) {
      const { id } = leagueOf(request)
      const found = await store.findVersion(id, request.params.version)
      if (found === null) throw new ApiError('rule_version_not_found')
      return {
        version: presentVersion(found.version, await namesOf(id, [found.version])),
        sections: presentSections(found.sections),
        previous_sections: presentSections(found.previous),
      }
    },
  })

  app.route({
    ...restoreRules,
    async handler(request) {
      const { restored, version } = request.body
      return answer(leagueOf(request).id, await store.restore(editBy(request, version), restored))
    },
  })

  function editBy(request: FastifyRequest, editedVersion: number): RuleEdit {
    return { leagueId: leagueOf(request).id, editedVersion, actor: currentUser(request), now: now() }
  }

  async function answer(leagueId: number, result: RulesResult) {
    if (result.kind === 'saved') return readRules(leagueId)
    if (result.kind !== 'rules_changed' || result.newest === null) throw new ApiError(result.kind)
    const author = (await namesOf(leagueId, [result.newest])).get(result.newest.userId) ?? 'Somebody else'
    const message = `${author} saved version ${result.newest.version} of the rules in the meantime. Nothing was saved.`
    throw new ApiError('rules_changed', { message })
  }

  async function readRules(leagueId: number) {
    const rules = await store.getRules(leagueId)
    return presentRules(rules, await namesOf(leagueId, rules.version === null ? [] : [rules.version]))
  }

  function namesOf(leagueId: number, versions: readonly RuleVersion[]) {
    const userIds = new Set(versions.map(({ userId }) => userId))
    return names.load(leagueId, JSON.stringify([...userIds].sort((a, b) => a - b)))
  }
}
