import { dues } from '../features/dues/dues.ts'
import { rules } from '../features/rules/rules.ts'
import { standings } from '../features/standings/standings.ts'
import type { HandledOperation } from '../http/operation.ts'

/** What the server does, by feature. */
export const OPERATIONS: readonly HandledOperation[] = [...dues, ...rules, ...standings]
