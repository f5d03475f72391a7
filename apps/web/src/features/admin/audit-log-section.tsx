import { auditActionLabel } from '@fieldhouse/domain/league/audit-log'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuditLogList } from './audit-log-list.tsx'
import styles from './audit-log-section.module.css'
import { type AuditFilter, auditLogQuery } from './use-audit-log.ts'

const NO_FILTER: AuditFilter = { league: '', actor: '', action: '', fromDay: '', toDay: '' }

type Props = {
  /** The leagues that the user manages. */
  leagues: readonly string[]
  now: Date
}

/** The audit log with its filters. */
export function AuditLogSection({ leagues, now }: Props) {
  const [filter, setFilter] = useState(NO_FILTER)
  const auditLog = useInfiniteQuery(auditLogQuery(useDeferredValue(filter)))
  const actions = auditLog.data?.pages.at(-1)?.actions ?? []
  const set = (name: keyof AuditFilter) => (value: string) => setFilter({ ...filter, [name]: value })

  return (
    <div className={styles['section']}>
      <form
        className={styles['filters']}
        aria-label="Filter the activity log"
        onSubmit={(event) => event.preventDefault()}
      >
        <Select
          label="League"
          value={filter.league}
          onChange={set('league')}
          allLabel="All leagues"
          options={leagues.map((name) => ({ value: name, label: name }))}
        />
        <Select
          label="Action"
          value={filter.action}
          onChange={set('action')}
          allLabel="All actions"
          options={toSortedOptions(actions)}
        />
        <TextField
          label="User"
          type="search"
          value={filter.actor}
          onChange={set('actor')}
          placeholder="Username"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={64}
        />
        <TextField label="From" type="date" value={filter.fromDay} onChange={set('fromDay')} />
        <TextField label="To" type="date" value={filter.toDay} onChange={set('toDay')} />
      </form>
      <Loaded
        query={{ ...auditLog, isError: auditLog.isError && !auditLog.isFetchNextPageError }}
        errorTitle="Failed to load the activity log"
        skeleton={<Skeleton label="Loading the activity log" rows={5} height={44} />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.acts)
          return entries.length === 0 ? (
            <EmptyState hint="Clear filters to see more.">No matching entries.</EmptyState>
          ) : (
            <AuditLogList entries={entries} now={now} />
          )
        }}
      </Loaded>
      {auditLog.hasNextPage ? (
        <Button disabled={auditLog.isFetchingNextPage} onClick={() => void auditLog.fetchNextPage()}>
          {auditLog.isFetchingNextPage
            ? 'Loading…'
            : auditLog.isFetchNextPageError
              ? 'Failed. Try again'
              : 'Show older'}
        </Button>
      ) : null}
    </div>
  )
}

type Option = { value: string; label: string }

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  allLabel: string
  options: readonly Option[]
}

function Select({ label, value, onChange, allLabel, options }: SelectProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{allLabel}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function toSortedOptions(actions: readonly string[]): Option[] {
  return actions
    .map((action) => ({ value: action, label: auditActionLabel(action) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
