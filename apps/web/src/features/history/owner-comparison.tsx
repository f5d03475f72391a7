import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './owner-comparison.module.css'
import { RivalryPanel } from './rivalry-panel.tsx'
import { Section } from './section.tsx'

type Props = {
  owners: readonly string[]
  /** Owners by preference; the first two are selected initially. */
  defaultOwners: readonly string[]
}

/** Compares two owners over all seasons. */
export function OwnerComparison({ owners, defaultOwners }: Props) {
  const [selected, setSelected] = useState<{ a: string; b: string }>({
    a: defaultOwners[0] ?? '',
    b: defaultOwners[1] ?? '',
  })
  // Deselect an owner who no longer exists after a merge.
  const [a, b] = [existingOrEmpty(selected.a), existingOrEmpty(selected.b)]
  function existingOrEmpty(owner: string): string {
    return owners.includes(owner) ? owner : ''
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
      <div className={styles['controls']}>
        <OwnerSelect
          label="First owner"
          owners={owners}
          value={a}
          onChange={(next) => setSelected({ a: next, b })}
        />
        <IconButton label="Swap" onClick={() => setSelected({ a: b, b: a })}>
          <ArrowLeftRight size={20} aria-hidden="true" />
        </IconButton>
        <OwnerSelect
          label="Second owner"
          owners={owners}
          value={b}
          onChange={(next) => setSelected({ a, b: next })}
        />
      </div>
      <ComparisonResult a={a} b={b} />
    </Section>
  )
}

function ComparisonResult({ a, b }: { a: string; b: string }) {
  if (a === '' || b === '') return <EmptyState>Choose two owners.</EmptyState>
  if (a === b) return <EmptyState>Choose two different owners.</EmptyState>
  return <RivalryPanel a={a} b={b} />
}

type OwnerSelectProps = {
  label: string
  owners: readonly string[]
  value: string
  onChange: (owner: string) => void
}

function OwnerSelect({ label, owners, value, onChange }: OwnerSelectProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {value === '' ? <option value="">Choose an owner</option> : null}
          {owners.map((owner) => (
            <option key={owner} value={owner}>
              {owner}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
