import type { ErrorCode } from '@fieldhouse/contract/errors'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { ApiError, getErrorMessage, getErrorReason, getNewerValues } from '../../api/api-client.ts'
import { Button } from '../forms/button.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './feedback.module.css'

type Props<Data> = (NamedContent | CustomContent) & {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'>
  children: (data: Data) => ReactNode
  /** Shown when the requested thing does not exist, instead of an error. */
  missing?: { code: ErrorCode; content: ReactNode }
}

type NamedContent = {
  /** What is loaded, as in 'Loading leagues' and 'Failed to load leagues'. */
  name: string
  rows?: number
  height?: number
}

type CustomContent = {
  skeleton: ReactNode
  errorTitle: string
}

/** Renders a query as loading, failed or loaded. Loaded data stays visible if a refetch fails. */
export function Loaded<Data>({ query, children, missing, ...content }: Props<Data>) {
  const hasData = query.data !== undefined
  // Deferred rendering keeps the page responsive while a large response is rendered.
  const isRendered = useDeferredValue(hasData)
  const { skeleton, errorTitle } = 'name' in content ? toCustomContent(content) : content
  if (query.isPending || (hasData && !isRendered)) return skeleton
  if (missing !== undefined && query.error instanceof ApiError && query.error.code === missing.code)
    return missing.content
  return (
    <>
      {query.isError ? <LoadError errorTitle={errorTitle} query={query} hasStaleData={hasData} /> : null}
      {query.data === undefined ? null : children(query.data)}
    </>
  )
}

function toCustomContent({ name, ...size }: NamedContent): CustomContent {
  return { skeleton: <Skeleton label={`Loading ${name}`} {...size} />, errorTitle: `Failed to load ${name}` }
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

type LoadErrorProps = Pick<Props<unknown>, 'query'> & { errorTitle: string; hasStaleData: boolean }

function LoadError({ errorTitle, query, hasStaleData }: LoadErrorProps) {
  return (
    <Stack gap={3} className={styles.error}>
      <Notice tone="bad">
        <strong>{errorTitle}</strong>
        <p>
          {getErrorReason(query.error)}
          {hasStaleData ? ' Showing the last good data.' : ''}
        </p>
      </Notice>
      {isMissing(query.error) ? null : (
        <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
          Retry
        </Button>
      )}
    </Stack>
  )
}

/** A message about what happened, announced to screen readers when it appears. */
export function Notice({ tone, children }: { tone: 'bad' | 'good' | 'info' | 'warn'; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

type ErrorNoticeProps = {
  error: Error | null
  /** What failed, for an error without a response from the server. */
  fallback: string
}

export function ErrorNotice({ error, fallback }: ErrorNoticeProps) {
  return error === null ? null : <Notice tone="bad">{getErrorMessage(error, fallback)}</Notice>
}

type MutationNoticeProps = {
  mutation: { error: Error | null; data: { message: string } | undefined }
  fallback: string
}

export function MutationNotice({ mutation: { error, data }, fallback }: MutationNoticeProps) {
  if (error !== null) return <ErrorNotice error={error} fallback={fallback} />
  return data === undefined ? null : <Notice tone="good">{data.message}</Notice>
}

type EmptyStateProps = {
  children: ReactNode
  hint?: ReactNode
  /** Whether it replaces a whole table or card and needs its own frame. */
  isFramed?: boolean
}

export function EmptyState({ children, hint, isFramed = false }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-framed={isFramed || undefined}>
      <p className={styles.text}>{children}</p>
      {hint === undefined ? null : <p className={ui.note}>{hint}</p>}
    </div>
  )
}

export type Reason = readonly [text: string, hint?: string | null]

export const notStored = (season: number): Reason => [
  `${season} isn't stored yet.`,
  'It appears after this season is refreshed.',
]

/** Why a view has nothing of a season. */
export function Unavailable({ reason: [text, hint] }: { reason: Reason }) {
  return (
    <EmptyState isFramed hint={hint}>
      {text}
    </EmptyState>
  )
}

type SkeletonProps = { label: string; rows?: number; height?: number }

export function Skeleton({ label, rows = 3, height = 20 }: SkeletonProps) {
  return (
    <Stack gap={3} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <span key={row} className={styles.row} style={{ height }} />
      ))}
    </Stack>
  )
}

/** Says what somebody has done to a field, such as 'changed the note to “Hi”'. A missing value is an empty text. */
export type DescribeEdit = (value: string) => string

type EditConflictProps<Expected> = {
  /** Why saving failed. Only an edit conflict is shown. */
  error: Error | null
  /** By field of the request. */
  edits: Readonly<Record<string, DescribeEdit>>
  isSaving: boolean
  onKeepTheirs: () => void
  /** Receives what the user has now seen, so that a third change is not overwritten either. */
  onSaveMine: (expected: Expected) => void
}

export function EditConflict<Expected>({
  error,
  edits,
  isSaving,
  onKeepTheirs,
  onSaveMine,
}: EditConflictProps<Expected>) {
  const newer = getNewerValues(error)
  if (newer === null) return null
  const values = Object.fromEntries(Object.entries(newer).map(([field, { value }]) => [field, value]))
  return (
    <Notice tone="warn">
      <Stack gap={2}>
        {Object.entries(newer).map(([field, { by, value }]) => (
          <p key={field}>
            {by ?? 'Somebody else'} {edits[field]?.(String(value ?? '')) ?? 'changed this'} while you were
            editing.
          </p>
        ))}
        <Row wraps>
          <Button onClick={onKeepTheirs} disabled={isSaving}>
            Keep theirs
          </Button>
          {/* The server names the fields as in the request, and returns values of the same types. */}
          <Button onClick={() => onSaveMine(values as Expected)} disabled={isSaving}>
            Save mine
          </Button>
        </Row>
      </Stack>
    </Notice>
  )
}

export function editOf(name: string): DescribeEdit {
  return (value) => (value === '' ? `cleared ${name}` : `changed ${name} to “${value}”`)
}
