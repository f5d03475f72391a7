import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import ui from '../../ui/ui.module.css'
import { type KeeperRule, keepersQuery, useSaveKeeperRule } from './use-keepers.ts'

export function KeeperRuleSection({ league }: { league: string }) {
  const keepers = useQuery(keepersQuery(league, null))
  return (
    <section className={ui.subsection} aria-label="Keepers">
      <h3>Keepers</h3>
      <Loaded query={keepers} name="the keeper rule" rows={2} height={52}>
        {({ rule }) => <KeeperRuleForm league={league} saved={rule} />}
      </Loaded>
    </section>
  )
}

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

function toValues(rule: KeeperRule | null) {
  const toText = (value: number | null | undefined) => (value == null ? '' : String(value))
  const unit: KeeperRule['unit'] | 'none' = rule?.unit ?? 'none'
  const undrafted: KeeperRule['undrafted'] = rule?.undrafted ?? 'last_round'
  return {
    unit,
    undrafted,
    step: toText(rule === null ? 1 : rule.step),
    undrafted_cost: toText(rule?.undrafted_cost),
    max_years: toText(rule?.max_years),
    max_keepers: toText(rule?.max_keepers),
  }
}

type Values = ReturnType<typeof toValues>

/** What players cost who were not drafted; undefined without keepers. The choices depend on the unit. */
function undraftedOf({ unit, undrafted }: Values) {
  if (unit === 'none') return undefined
  const options = UNDRAFTED[unit]
  return (options.find(({ value }) => value === undrafted) ?? options[0])?.value
}

/** An empty text stands for no limit. */
const toNumber = (text: string) => (text.trim() === '' ? null : Number(text))

function findProblems(values: Values) {
  const names = ['step', 'undrafted_cost', 'max_years', 'max_keepers'] as const
  const isAsked = (name: (typeof names)[number]) =>
    values.unit !== 'none' && (name !== 'undrafted_cost' || undraftedOf(values) === 'fixed')
  return Object.fromEntries(
    names.map((name) => [
      name,
      isAsked(name) && !Number.isInteger(Number(values[name])) ? 'Enter a whole number.' : undefined,
    ]),
  )
}

function toRequest(values: Values) {
  const { unit, step, undrafted_cost: cost, max_years: years, max_keepers: most } = values
  const undrafted = undraftedOf(values)
  if (unit === 'none' || undrafted === undefined) return { unit: null }
  return {
    unit,
    step: toNumber(step) ?? 0,
    undrafted,
    undrafted_cost: undrafted === 'fixed' ? toNumber(cost) : null,
    max_years: toNumber(years),
    max_keepers: toNumber(most),
  }
}

const NUMERIC = { inputMode: 'numeric', autoComplete: 'off' } as const

function KeeperRuleForm({ league, saved }: { league: string; saved: KeeperRule | null }) {
  const save = useSaveKeeperRule(league)
  const form = useForm({
    initial: toValues(saved),
    mutation: save,
    isEdit: true,
    check: findProblems,
    toRequest,
  })
  const { unit } = form.draft
  const undrafted = undraftedOf(form.draft)
  return (
    <ActionForm
      form={form}
      label="Keeper rule"
      action="Save keeper rule"
      fallback="Failed to save the rule."
      columns={240}
      isStrong={false}
      saved={save.data?.message}
    >
      <SelectField {...form.field('unit')} label="Keepers cost" options={UNITS} />
      {unit === 'none' || undrafted === undefined ? null : (
        <>
          <TextField
            {...form.field('step')}
            {...NUMERIC}
            label={unit === 'round' ? 'Rounds earlier than last time' : 'Dollars more than last time'}
          />
          <SelectField
            {...form.field('undrafted')}
            label="Players who weren't drafted"
            options={UNDRAFTED[unit]}
            value={undrafted}
          />
          {undrafted === 'fixed' ? (
            <TextField
              {...form.field('undrafted_cost')}
              {...NUMERIC}
              label={unit === 'round' ? 'Round' : 'Price in dollars'}
            />
          ) : null}
          <TextField
            {...form.field('max_years')}
            {...NUMERIC}
            label="Years in a row (optional)"
            hint="How often a player can be kept, by all teams together."
          />
          <TextField {...form.field('max_keepers')} {...NUMERIC} label="Keepers per team (optional)" />
        </>
      )}
    </ActionForm>
  )
}
