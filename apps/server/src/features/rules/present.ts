import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getRules, listRuleVersions } from '@fieldhouse/contract/rules'
import type { DisplayNames } from '../../repositories/leagues/display-names.ts'
import type { RuleVersion, StoredRules, StoredSection } from './store.ts'

export function presentRules(
  { version, sections }: StoredRules,
  names: DisplayNames,
): ResponseOf<typeof getRules> {
  return {
    current: version === null ? null : presentVersion(version, names),
    sections: presentSections(sections),
  }
}

export function presentVersion(
  { version, userId, savedAt, note, restoredFrom }: RuleVersion,
  names: DisplayNames,
): ResponseOf<typeof listRuleVersions>['versions'][number] {
  return {
    version,
    saved_at: savedAt.toISOString(),
    saved_by: names.get(userId) ?? '',
    note,
    restored_from: restoredFrom,
  }
}

export function presentSections(sections: readonly StoredSection[]): ResponseOf<typeof getRules>['sections'] {
  return sections.map(({ id, heading, body, proposal }) => ({ id, heading, body, proposal }))
}
