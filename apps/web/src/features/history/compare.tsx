import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './compare.module.css'
import { RivalryPanel } from './rivalry-panel.tsx'
import { Section } from './section.tsx'

type Props = {
  owners: readonly string[]
  /** Who stands there at first. */
  first: readonly string[]
}

/** Two owners against each other, over all seasons. */
export function Compare({ owners, first }: Props) {
  const [chosen, setChosen] = useState<{ a: string; b: string }>({ a: first[0] ?? '', b: first[1] ?? '' })
  // A name that a merge has taken away is chosen no more.
  const [a, b] = [known(chosen.a), known(chosen.b)]
  function known(owner: string): string {
    return owners.includes(owner) ? owner : ''
  }

  if (owners.length < 2) {
    return (
      <Section title="Head-to-Head">
        <Empty hint="It takes two owners.">Nobody to compare yet.</Empty>
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
      <Chosen a={a} b={b} />
    </Section>
  )
}

function Chosen({ a, b }: { a: string; b: string }) {
  if (a === '' || b === '') return <Empty>Choose two owners.</Empty>
  if (a === b) return <Empty>Choose two different owners.</Empty>
  return <RivalryPanel a={a} b={b} />
}

type SelectProps = {
  label: string
  owners: readonly string[]
  value: string
  onChange: (owner: string) => void
}

function OwnerSelect({ label, owners, value, onChange }: SelectProps) {
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
