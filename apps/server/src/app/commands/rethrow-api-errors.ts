import { ApiError } from '../../http/errors/api-error.ts'
import { FailedError } from './command.ts'

/** Turns an ApiError into a FailedError with the same message. */
export async function rethrowApiErrors<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation
  } catch (error) {
    throw error instanceof ApiError ? new FailedError(error.message, { cause: error }) : error
  }
}
