/** The Portuguese words of the emails to a member of the merchant. */
import type { MemberEmailWords } from '#lib/words/member-email-words.ts';

export const memberEmails: MemberEmailWords = {
  asked: {
    subject: 'O seu link para entrar',
    text: (minutes) =>
      `Pediu para entrar. Este link funciona uma vez, durante ${minutes} minutos, no dispositivo em que o abrir.`,
    button: (merchant) => `Entrar em ${merchant}`,
    notYou: 'Se não foi quem pediu, não precisa de fazer nada: sem este link ninguém entra.',
  },
  invited: {
    subject: (merchant) => `Foi convidado para ${merchant}`,
    text: (merchant, days) =>
      `Um colega adicionou-o a ${merchant}, onde vê pagamentos e lembretes. Este link funciona uma vez, durante ${days} dias.`,
    button: (merchant) => `Entrar em ${merchant}`,
    notYou: 'Se não conhece esta empresa, não precisa de fazer nada.',
  },
  weekly: {
    subject: (merchant) => `${merchant}: a sua semana`,
    nothing: 'Nada está em dívida e nada foi recebido nos últimos sete dias.',
    owed: (amount, payments) => `${amount} em dívida, em ${payments} ${payments === 1 ? 'pagamento' : 'pagamentos'}.`,
    unchanged: 'É o mesmo que há uma semana.',
    more: (amount) => `São mais ${amount} do que há uma semana.`,
    less: (amount) => `São menos ${amount} do que há uma semana.`,
    received: (amount) => `${amount} recebidos nos últimos sete dias.`,
    late: (amount) => `${amount} em atraso.`,
    oldest: 'Os atrasos mais antigos:',
    due: (day) => `a pagar até ${day}`,
    asked: (day) => `pedido em ${day}`,
    button: 'Abrir a consola',
    why: 'Recebe este e-mail todas as segundas-feiras. Um administrador pode pará-lo na consola, em Equipa.',
  },
};
