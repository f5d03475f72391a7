import { compareRules, type RuleChange } from '@fieldhouse/domain/league/rules'
import { useQuery } from '@tanstack/react-query'
import { type Change, diffWordsWithSpace } from 'diff'
import { useState } from 'react'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState, ErrorNotice, Loaded } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './rules.module.css'
import {
  type RuleVersion,
  rulesQuery,
  ruleVersionQuery,
  ruleVersionsQuery,
  type Section,
  type ShownVersion,
  useRestoreRules,
} from './use-rules.ts'

export function RuleChanges({ league, isAdmin }: { league: string; isAdmin: boolean }) {
  const { post } = useLocation()
  const query = useQuery(ruleVersionsQuery(league))
  useTitle('Changes to the rules')
  return (
    <>
      <TabHeader title="Changes to the rules">
        <Link className={ui.standaloneLink} to={{ view: 'rules', post: null }}>
          Show the rules
        </Link>
      </TabHeader>
      <Loaded query={query} name="the changes" rows={4} height={64}>
        {({ versions }) => {
          const chosen = versions.find(({ version }) => String(version) === post) ?? versions[0]
          return chosen === undefined ? (
            <EmptyState isFramed>No rules yet.</EmptyState>
          ) : (
            <Stack className={styles.columns}>
              <VersionList versions={versions} chosen={chosen} />
              <VersionCard
                key={chosen.version}
                league={league}
                version={chosen.version}
                isNewest={chosen === versions[0]}
                canRestore={isAdmin}
              />
            </Stack>
          )
        }}
      </Loaded>
    </>
  )
}

const SHOWN_VERSIONS = 20

function VersionList({ versions, chosen }: { versions: readonly RuleVersion[]; chosen: RuleVersion }) {
  const [isComplete, setComplete] = useState(false)
  const shown = versions.filter((each, index) => isComplete || index < SHOWN_VERSIONS || each === chosen)
  return (
    <nav className={`${ui.card} ${ui.scrolls} ${styles.side}`} aria-label="Versions">
      <Stack as="ul" gap={0} isDivided>
        {shown.map((each) => (
          <li key={each.version}>
            <Link className={styles.entry} to={{ post: String(each.version) }}>
              <Stack as="span" gap={0}>
                <strong aria-current={each === chosen || undefined}>Version {each.version}</strong>
                <span className={ui.note}>
                  {each.saved_by}, <RelativeTime at={each.saved_at} />
                </span>
                <span>{describe(each)}</span>
              </Stack>
            </Link>
          </li>
        ))}
      </Stack>
      {shown.length === versions.length ? null : (
        <Button onClick={() => setComplete(true)}>Show all {versions.length}</Button>
      )}
    </nav>
  )
}

function describe({ note, restored_from: restored }: RuleVersion): string {
  return restored === null ? note : `Restored version ${restored}`
}

const COMPARISONS = [
  { value: 'before', label: 'What it changed' },
  { value: 'now', label: 'Compared with now' },
] as const

type Comparison = (typeof COMPARISONS)[number]['value']

type CardProps = { league: string; version: number; isNewest: boolean; canRestore: boolean }

function VersionCard({ league, version, isNewest, canRestore }: CardProps) {
  const router = useRouter()
  const query = useQuery(ruleVersionQuery(league, version))
  const current = useQuery(rulesQuery(league))
  const restore = useRestoreRules(league)
  const [comparison, setComparison] = useState<Comparison>('before')
  const newest = current.data?.current?.version
  return (
    <Stack as="section" className={ui.card} aria-label={`Version ${version}`}>
      <Row wraps gap={3}>
        <h3>Version {version}</h3>
        {isNewest ? (
          <span className={ui.chip}>In force</span>
        ) : (
          <SegmentedControl
            label="Comparison"
            options={COMPARISONS}
            value={comparison}
            onChange={setComparison}
          />
        )}
        {canRestore && !isNewest && newest !== undefined ? (
          <ConfirmButton
            question={`Restore version ${version}?`}
            consequence="It becomes the newest version. All others are kept."
            confirmLabel="Restore"
            disabled={restore.isPending}
            onConfirm={() =>
              restore.mutate(
                { restored: version, version: newest },
                { onSuccess: () => router.navigate({ view: 'rules', post: null }) },
              )
            }
          />
        ) : null}
      </Row>
      <ErrorNotice error={restore.error} fallback="Failed to restore." />
      <Loaded query={query} name="the version" rows={3} height={48}>
        {(shown) => <RuleDiff {...sidesOf(shown, comparison, current.data?.sections)} />}
      </Loaded>
    </Stack>
  )
}

function sidesOf(
  { sections, previous_sections: previous }: ShownVersion,
  comparison: Comparison,
  current: ShownVersion['sections'] = sections,
) {
  return comparison === 'before'
    ? { before: previous, after: sections }
    : { before: sections, after: current }
}

type Compared = Pick<Section, 'id' | 'heading' | 'body'>

const LABELS = { added: 'Added', removed: 'Removed', changed: 'Changed', same: 'Moved' } as const

export function RuleDiff({ before, after }: { before: readonly Compared[]; after: readonly Compared[] }) {
  const changes = compareRules(before, after).filter(({ kind, hasMoved }) => kind !== 'same' || hasMoved)
  if (changes.length === 0) return <p className={ui.note}>No text has changed.</p>
  return (
    <Stack as="ul" aria-label="Differences">
      {changes.map((change) => (
        <Stack as="li" key={change.id} gap={2} className={styles.changed}>
          <ChangedSection change={change} />
        </Stack>
      ))}
    </Stack>
  )
}

function ChangedSection({ change: { kind, hasMoved, before, after } }: { change: RuleChange }) {
  const label = kind === 'changed' && hasMoved ? 'Changed and moved' : LABELS[kind]
  return (
    <>
      <h4 className={ui.breakable}>
        <span className={ui.chip}>{label}</span>{' '}
        <Words parts={diffTexts(before?.heading ?? '', after?.heading ?? '')} />
      </h4>
      {kind === 'same' ? null : (
        <p className={ui.prose}>
          <Words parts={diffTexts(before?.body ?? '', after?.body ?? '')} />
        </p>
      )}
    </>
  )
}

/** Very different long texts are compared as a whole. */
function diffTexts(before: string, after: string): Change[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 2000 })
  if (parts !== undefined) return parts
  return [
    { value: before, added: false, removed: true, count: 1 },
    { value: after, added: true, removed: false, count: 1 },
  ]
}

function Words({ parts }: { parts: readonly Change[] }) {
  return parts.map(({ value, added, removed }, index) => {
    // The parts are always drawn together, so their places identify them.
    const key = `${index} ${value}`
    if (added) return <ins key={key}>{value}</ins>
    return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
  })
}
