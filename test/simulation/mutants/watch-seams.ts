/** Detects whether a mutant changes anything, because a seam that matches nothing proves nothing. */
import type { Command } from '#test/simulation/table/execute.ts';
import { REAL_FUNCTIONS } from '#test/simulation/world/functions.ts';
import { NO_SEAMS, type Seams } from '#test/simulation/world/seams.ts';

/** The same seams; `changed` is called each time a seam changes behaviour. */
export function watchSeams(seams: Partial<Seams>, changed: () => void): Partial<Seams> {
  const { table, schedule, queue, channel, provider, receiver, message, log, functions, sweeps } = seams;
  if (sweeps !== undefined && sweeps !== NO_SEAMS.sweeps) changed();
  return {
    ...seams,
    ...(table && { table: watchTable(table, changed) }),
    ...(schedule && { schedule: watchInput(schedule, changed) }),
    ...(queue && { queue: watchInput(queue, changed) }),
    ...(channel && { channel: watchChannel(channel, changed) }),
    ...(provider && { provider: watchProvider(provider, changed) }),
    ...(receiver && { receiver: watchInput(receiver, changed) }),
    ...(message && { message: watchText(message, changed) }),
    ...(log && { log: watchText(log, changed) }),
    ...(functions && { functions: watchFunctions(functions, changed) }),
  };
}

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

const isSameCommand = (one: Command | undefined, other: Command): boolean =>
  one !== undefined && one.constructor === other.constructor && isSame(one.input, other.input);

/** A seam of an input changes behaviour when it gives back another. */
const watchInput =
  <Input extends object>(seam: (input: Input) => Input, changed: () => void) =>
  (input: Input): Input => {
    const asked = seam(input);
    if (!isSame(asked, input)) changed();
    return asked;
  };

/** A table seam changes nothing when it passes the command on unchanged, and its answer or error back. */
const watchTable =
  (seam: Seams['table'], changed: () => void): Seams['table'] =>
  (command, send, by) => {
    const sent: Command[] = [];
    let failure: unknown;
    let received: object | undefined;
    const noting = async (each: Command) => {
      sent.push(each);
      try {
        received = await send(each);
        return received;
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const answer = seam(command, noting, by);
    if (sent.length !== 1 || !isSameCommand(sent[0], command)) changed();
    return answer.then(
      (given) => {
        if (received !== undefined && !isSame(given, received)) changed();
        return given;
      },
      (error: unknown) => {
        if (error !== failure) changed();
        throw error;
      },
    );
  };

/** A channel seam changes nothing when it sends exactly once and passes on what comes of it. */
const watchChannel =
  (seam: Seams['channel'], changed: () => void): Seams['channel'] =>
  async (send) => {
    let times = 0;
    let outcome: unknown;
    const note = <T>(given: T): T => {
      if (given !== outcome) changed();
      return given;
    };
    const sent = async () => {
      times += 1;
      // At once: the world may end before the second send does.
      if (times > 1) changed();
      return send().then(
        (answer) => {
          outcome = answer;
          return answer;
        },
        (error: unknown) => {
          outcome = error;
          throw error;
        },
      );
    };
    return seam(sent).then(note, (error: unknown) => {
      throw note(error);
    });
  };

/** A provider seam changes nothing when the provider gets the request, and its answer is passed on. */
const watchProvider =
  (seam: Seams['provider'], changed: () => void): Seams['provider'] =>
  (request, serve) => {
    const replies: object[] = [];
    const reply = seam(request, (asked) => {
      const served = serve(asked);
      if (isSame(asked, request)) replies.push(structuredClone(served));
      return served;
    });
    if (!replies.some((served) => isSame(served, reply))) changed();
    return reply;
  };

const watchText =
  <Said extends string | undefined>(seam: (text: string) => Said, changed: () => void) =>
  (text: string): Said => {
    const said = seam(text);
    if (said !== text) changed();
    return said;
  };

/** A function seam changes behaviour when the replaced function is invoked. */
const watchFunctions =
  (seam: Seams['functions'], changed: () => void): Seams['functions'] =>
  (real) =>
    Object.fromEntries(
      Object.entries(seam(real)).map(([name, run]) => {
        if (run === REAL_FUNCTIONS[name as keyof typeof real]) return [name, run];
        const noting = (...given: unknown[]) => {
          changed();
          return (run as (...all: unknown[]) => unknown)(...given);
        };
        return [name, noting];
      }),
    ) as ReturnType<Seams['functions']>;
