import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { lazyNamed } from '../../../ui/lazy-named.ts'
import { useHistoryContext } from '../history-context.ts'
import { Section } from '../section.tsx'
import { comparisonQuery } from '../use-history.ts'
import styles from './owner-comparison.module.css'
import { RivalryView } from './rivalry-view.tsx'

const PairGrid = lazyNamed(() => import('./pair-grid.tsx'), 'PairGrid')

type Props = {
  owners: readonly string[]
  /** Owners by preference; the first two are selected until others are chosen. */
  defaultOwners: readonly string[]
}

/** Compares two owners over all seasons. */
export function OwnerComparison({ owners, defaultOwners }: Props) {
  const [chosen, setSelected] = useState<{ a: string; b: string } | null>(null)
  const selected = chosen ?? { a: defaultOwners[0] ?? '', b: defaultOwners[1] ?? '' }
  // Deselect an owner who no longer exists after a merge.
  const [a, b] = [existingOrEmpty(selected.a), existingOrEmpty(selected.b)]
  function existingOrEmpty(owner: string): string {
    return owners.includes(owner) ? owner : ''
  }
  function optionsFor(owner: string) {
    return owner === '' ? [{ value: '', label: 'Choose an owner' }, ...owners] : owners
  }

  if (owners.length < 2) {
    return (
      <Section title="Head-to-Head">
        <EmptyState>You need at least two managers to compare.</EmptyState>
      </Section>
    )
  }
  return (
    <Section title="Head-to-Head">
      <div className={styles.controls}>
        <SelectField
          label="First owner"
          options={optionsFor(a)}
          value={a}
          onChange={(next) => setSelected({ a: next, b })}
        />
        <IconButton label="Swap" onClick={() => setSelected({ a: b, b: a })}>
          <ArrowLeftRight size={20} aria-hidden="true" />
        </IconButton>
        <SelectField
          label="Second owner"
          options={optionsFor(b)}
          value={b}
          onChange={(next) => setSelected({ a, b: next })}
        />
      </div>
      <ComparisonResult a={a} b={b} />
      <Suspense fallback={<Skeleton label="Loading head-to-head records" rows={8} height={44} />}>
        <PairGrid />
      </Suspense>
    </Section>
  )
}

type PairProps = { a: string; b: string }

function ComparisonResult({ a, b }: PairProps) {
  if (a === '' || b === '') return <EmptyState>Choose two owners.</EmptyState>
  if (a === b) return <EmptyState>Choose two different owners.</EmptyState>
  return <RivalryPanel a={a} b={b} />
}

/** Loads a comparison. The previous one stays visible, dimmed, while another pair loads. */
export function RivalryPanel({ a, b }: PairProps) {
  const { league } = useHistoryContext()
  const comparison = useQuery({ ...comparisonQuery(league, a, b), placeholderData: keepPreviousData })
  return (
    <Loaded
      query={comparison}
      errorTitle="Compare failed"
      skeleton={<Skeleton label="Comparing" rows={6} height={44} />}
    >
      {(data) => <RivalryView comparison={data} isPlaceholderData={comparison.isPlaceholderData} />}
    </Loaded>
  )
}
