import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState, ErrorNotice, Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './rules.module.css'
import {
  type RuleVersion,
  rulesQuery,
  ruleVersionQuery,
  ruleVersionsQuery,
  type ShownVersion,
  useRestoreRules,
} from './rules-view.tsx'

const RuleDiff = lazyNamed(() => import('./rule-diff.tsx'), 'RuleDiff')

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
        {(shown) => (
          <Suspense fallback={<Skeleton label="Comparing" rows={3} height={48} />}>
            <RuleDiff {...sidesOf(shown, comparison, current.data?.sections)} />
          </Suspense>
        )}
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
