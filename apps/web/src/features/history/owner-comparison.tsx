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
  /** Who stands there at first. */
  defaultOwners: readonly string[]
}

/** Two owners against each other, over all seasons. */
export function OwnerComparison({ owners, defaultOwners }: Props) {
  const [chosen, setChosen] = useState<{ a: string; b: string }>({
    a: defaultOwners[0] ?? '',
    b: defaultOwners[1] ?? '',
  })
  // A name that a merge has taken away is chosen no more.
  const [a, b] = [orEmpty(chosen.a), orEmpty(chosen.b)]
  function orEmpty(owner: string): string {
    return owners.includes(owner) ? owner : ''
  }

  if (owners.length < 2) {
    return (
      <Section title="Head-to-Head">
        <EmptyState hint="It takes two owners.">Nobody to compare yet.</EmptyState>
      </Section>
    )
  }
  return (
    <Section title="Head-to-Head">
      <div className={styles['choice']}>
        <OwnerSelect
          label="First owner"
          owners={owners}
          value={a}
          onChange={(next) => setChosen({ a: next, b })}
        />
        <IconButton label="Change sides" onClick={() => setChosen({ a: b, b: a })}>
          <ArrowLeftRight size={20} aria-hidden="true" />
        </IconButton>
        <OwnerSelect
          label="Second owner"
          owners={owners}
          value={b}
          onChange={(next) => setChosen({ a, b: next })}
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
