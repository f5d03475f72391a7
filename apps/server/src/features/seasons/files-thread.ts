import { taskThread, threadProgram } from '../../threads/task-thread.ts'
import type { FilesThread } from './seasons-from-files.ts'

/** For the largest files on a small computer. */
const TIMEOUT_MS = 120_000

export const filesThread = (): FilesThread =>
  taskThread(threadProgram('read-files-thread', import.meta.url), TIMEOUT_MS)
