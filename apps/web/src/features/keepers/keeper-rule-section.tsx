import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ErrorNotice, Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import styles from './keeper-rule-section.module.css'
import { type KeeperRule, keepersQuery, useSaveKeeperRule } from './use-keepers.ts'

/** The rule of what a kept player costs, for the league's admins. */
export function KeeperRuleSection({ league }: { league: string }) {
  const keepers = useQuery(keepersQuery(league, null))
  return (
    <section className={styles.section} aria-label="Keepers">
      <h3>Keepers</h3>
      <Loaded query={keepers} name="the keeper rule" rows={2} height={52}>
        {({ rule }) => <KeeperRuleForm league={league} saved={rule} />}
      </Loaded>
    </section>
  )
}

type Values = {
  unit: KeeperRule['unit'] | 'none'
  undrafted: KeeperRule['undrafted']
} & Record<(typeof NUMBERS)[number], string>

const UNITS = [
  { value: 'none', label: 'No keepers' },
  { value: 'round', label: 'A draft pick' },
  { value: 'price', label: 'Auction dollars' },
] as const

const UNDRAFTED: Record<KeeperRule['unit'], { value: KeeperRule['undrafted']; label: string }[]> = {
  round: [
    { value: 'last_round', label: 'Cost the last round' },
    { value: 'fixed', label: 'Cost a fixed round' },
    { value: 'never', label: "Can't be kept" },
  ],
  price: [
    { value: 'bid', label: 'Cost their waiver bid plus the step' },
    { value: 'fixed', label: 'Cost a fixed price' },
    { value: 'never', label: "Can't be kept" },
  ],
}

function toValues(rule: KeeperRule | null): Values {
  const toText = (value: number | null | undefined) => (value == null ? '' : String(value))
  return {
    unit: rule?.unit ?? 'none',
    undrafted: rule?.undrafted ?? 'last_round',
    step: toText(rule === null ? 1 : rule.step),
    undrafted_cost: toText(rule?.undrafted_cost),
    max_years: toText(rule?.max_years),
    max_keepers: toText(rule?.max_keepers),
  }
}

const NUMBERS = ['step', 'undrafted_cost', 'max_years', 'max_keepers'] as const

/** An empty text stands for no limit. */
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))
const isWhole = (text: string) => Number.isInteger(Number(text))

function KeeperRuleForm({ league, saved }: { league: string; saved: KeeperRule | null }) {
  const [changes, setChanges] = useState<Partial<Values>>({})
  const values = { ...toValues(saved), ...changes }
  const change = (changed: Partial<Values>) => setChanges({ ...changes, ...changed })
  const save = useSaveKeeperRule(league)
  const problems = getFieldErrors(save.error)
  const { unit } = values
  const options = unit === 'none' ? [] : UNDRAFTED[unit]
  const undrafted = options.find(({ value }) => value === values.undrafted)?.value ?? options[0]?.value
  const isChanged = JSON.stringify(values) !== JSON.stringify(toValues(saved))
  const canSave = isChanged && !save.isPending
  const numbers = NUMBERS.filter((name) => name !== 'undrafted_cost' || undrafted === 'fixed')
  const canSend = unit === 'none' || numbers.every((name) => isWhole(values[name]))
  const numberProps = (name: (typeof NUMBERS)[number]) => ({
    value: values[name],
    onChange: (text: string) => change({ [name]: text }),
    problem: isWhole(values[name]) ? problems[name] : 'Enter a whole number.',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!canSave || !canSend) return
    save.mutate(
      unit === 'none' || undrafted === undefined
        ? { unit: null }
        : {
            unit,
            step: toNumber(values.step) ?? 0,
            undrafted,
            undrafted_cost: undrafted === 'fixed' ? toNumber(values.undrafted_cost) : null,
            max_years: toNumber(values.max_years),
            max_keepers: toNumber(values.max_keepers),
          },
      { onSuccess: () => setChanges({}) },
    )
  }

  return (
    <Form className={styles.form} onSubmit={submit} aria-label="Keeper rule">
      <SelectField
        label="Keepers cost"
        options={UNITS}
        value={unit}
        onChange={(chosen) => change({ unit: chosen })}
      />
      {unit === 'none' || undrafted === undefined ? null : (
        <>
          <TextField
            {...numberProps('step')}
            label={unit === 'round' ? 'Rounds earlier than last time' : 'Dollars more than last time'}
          />
          <SelectField
            label="Players who weren't drafted"
            options={options}
            value={undrafted}
            onChange={(chosen) => change({ undrafted: chosen })}
            problem={problems['undrafted']}
          />
          {undrafted === 'fixed' ? (
            <TextField
              {...numberProps('undrafted_cost')}
              label={unit === 'round' ? 'Round' : 'Price in dollars'}
            />
          ) : null}
          <TextField
            {...numberProps('max_years')}
            label="Years in a row (optional)"
            hint="How often a player can be kept, by all teams together."
          />
          <TextField {...numberProps('max_keepers')} label="Keepers per team (optional)" />
        </>
      )}
      <div className={styles.footer}>
        <ErrorNotice
          error={Object.keys(problems).length === 0 ? save.error : null}
          fallback="Failed to save the rule."
        />
        {save.isSuccess && !isChanged ? <Notice tone="good">{save.data.message}</Notice> : null}
        {/* Not disabled, so that it keeps the focus while and after it saves. */}
        <Button type="submit" aria-disabled={!canSave}>
          {save.isPending ? 'Saving…' : 'Save keeper rule'}
        </Button>
      </div>
    </Form>
  )
}
