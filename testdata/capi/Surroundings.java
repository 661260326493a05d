// A Java program that uses the library through JNI: kernels' faults become errors; null checks that the virtual machine leaves to the
// system's page protection, stack overflows and the garbage collector work as ever. Prints a line for each case.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Surroundings {
    private static native boolean work();

    private static native boolean fault();

    private static final class Node {
        Node next;
        int value;
    }

    private static int valueOfNext(Node node) {
        return node.next.value;
    }

    /** Compiled code of the loop checks for null by reading: each null raises SIGSEGV, until the compiler thinks better of it. */
    private static boolean nulls(int times) {
        Node full = new Node();
        full.next = full;
        Node empty = new Node();
        int caught = 0;
        int sum = 0;
        for (int n = 0; n < times; n++) {
            try {
                sum += valueOfNext(n % 1000 == 999 ? empty : full);
            } catch (NullPointerException e) {
                caught++;
            }
        }
        return caught == times / 1000 && sum == 0;
    }

    private static int deep(int n) {
        return deep(n + 1) + 1;
    }

    private static boolean overflows() {
        for (int round = 0; round < 3; round++) {
            try {
                deep(0);
                return false;
            } catch (StackOverflowError e) {
                // As expected.
            }
        }
        return true;
    }

    private static boolean garbage() {
        List<byte[]> kept = new ArrayList<>();
        for (int n = 0; n < 5000; n++) {
            byte[] bytes = new byte[10_000];
            if (n % 100 == 0) {
                kept.add(bytes);
            }
        }
        System.gc();
        return kept.size() == 50;
    }

    /** Threads that launch, meet null and make garbage at the same time; or one whose kernels fault, and others that do the rest. */
    private static boolean threads(boolean faults) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Boolean>> all = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            final boolean launches = !faults || n == 0;
            final boolean faulty = faults && n == 0;
            all.add(pool.submit((Callable<Boolean>) () -> {
                boolean good = true;
                for (int round = 0; round < 10; round++) {
                    good &= !launches || work();
                    good &= !faulty || fault();
                    good &= nulls(20_000) && overflows() && garbage();
                }
                return good;
            }));
        }
        boolean good = true;
        for (Future<Boolean> one : all) {
            good &= one.get();
        }
        pool.shutdown();
        return good;
    }

    private static void say(String name, boolean good) {
        System.out.println(name + "\t" + good);
    }

    public static void main(String[] arguments) throws Exception {
        System.load(arguments[0]);
        say("null before the first launch", nulls(200_000));
        say("work", work());
        say("null after the first launch", nulls(200_000));
        say("fault", fault());
        say("null after a fault", nulls(200_000) && overflows());
        say("threads", threads(false));
        say("faults beside threads", threads(true));
    }
}
